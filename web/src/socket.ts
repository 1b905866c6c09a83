/** The way to the server: requests, and a live line that reconnects by itself. */

import type {
  Danger,
  Firepower,
  Marched,
  Aftermath,
  Statics,
  Bars,
  Created,
  Facts,
  ErrorBody,
  Filled,
  Frame,
  Hex,
  Joined,
  Lesson,
  Made,
  Moment,
  MyBattle,
  NewBattle,
  NewRun,
  OddsFacts,
  AdviceFacts,
  OwnScenario,
  PointsLuck,
  Preview,
  Reach,
  Reader,
  Reading,
  Rescue,
  Rescued,
  RuleFacts,
  RunFacts,
  ScenarioText,
  Sight,
  Sit,
  Stakes,
  SystemFacts,
} from "./types";

/** The server said no, and why. */
export class Refused extends Error {
  readonly status: number;
  readonly rule: string | null;

  constructor(status: number, what: string, rule: string | null) {
    super(what);
    this.status = status;
    this.rule = rule;
  }
}

function faultOf(body: unknown): ErrorBody["error"] | null {
  return typeof body === "object" && body !== null && "error" in body ? (body as ErrorBody).error : null;
}

/** A request, in the name of a seat where it has a token. Addresses are written into logs, so the token is never in one. */
async function send(
  path: string,
  token: string | null,
  body?: { kind: string; text: string },
  signal: AbortSignal | null = null,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (body) headers["content-type"] = body.kind;
  let answer: Response;
  try {
    answer = await fetch(
      `/api${path}`,
      body ? { method: "POST", headers, body: body.text, signal } : { headers, signal },
    );
  } catch {
    throw new Refused(0, "The server cannot be reached.", null);
  }
  if (!answer.ok) {
    const fault = faultOf(await answer.json().catch(() => null));
    throw new Refused(answer.status, fault?.what ?? `The server answered ${answer.status}.`, fault?.rule ?? null);
  }
  return answer;
}

/** The lines of an answer, each as soon as it is there. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

async function ask<T>(path: string, token: string | null = null): Promise<T> {
  return (await (await send(path, token)).json()) as T;
}

async function tell<T>(path: string, what: unknown, token: string | null = null): Promise<T> {
  return (await (await send(path, token, { kind: "application/json", text: JSON.stringify(what) })).json()) as T;
}

const word = encodeURIComponent;

export const api = {
  systems: () => ask<SystemFacts[]>("/systems"),
  /** What never changes in the battles of a system. */
  statics: (slug: string, scenario = "") =>
    ask<Statics>(`/systems/${word(slug)}/table${scenario ? `?scenario=${word(scenario)}` : ""}`),
  /** What counts for victory, before anything has happened and now. */
  startStakes: (slug: string, scenario: string) =>
    ask<Stakes | null>(`/systems/${word(slug)}/stakes?scenario=${word(scenario)}`),
  /** What a spectator sees of a scenario before anything has happened. */
  opening: (slug: string, scenario: string) => ask<Facts>(`/systems/${word(slug)}/opening?scenario=${word(scenario)}`),
  stakes: (token: string) => ask<Stakes | null>("/seat/stakes", token),
  /** The same of the battle of a seat. */
  table: (token: string) => ask<Statics>("/seat/table", token),
  /** The lesson of a system, null if it has none. */
  lesson: (slug: string) => ask<Lesson | null>(`/systems/${word(slug)}/lesson`),
  /** The rules of a system, or one rulebook. */
  rulebook: (slug: string) => ask<Reader>(`/rulebooks/${word(slug)}`),
  rule: (id: string) => ask<RuleFacts>(`/rules/${word(id)}`),
  create: (battle: NewBattle) => tell<Created>("/battles", battle),
  /** A scenario of the player's own; where it cannot be played, every fault is a line of the message. */
  readScenario: (system: string, files: readonly ScenarioText[]) => tell<OwnScenario>("/scenarios", { system, files }),
  makeScenario: (filled: Filled) => tell<Made>("/scenarios/made", filled),
  createOwn: (battle: NewBattle, files: readonly ScenarioText[]) =>
    tell<Created>("/scenarios/battles", { battle, files }),
  open: async (record: string) =>
    (await (await send("/records", null, { kind: "text/plain", text: record })).json()) as Created,
  /** The same of a long record: `tell` is told of every moment that is read. */
  read: async (record: string, signal: AbortSignal, tell: (line: Reading) => void): Promise<Created> => {
    const answer = await send("/records/readings", null, { kind: "text/plain", text: record }, signal);
    for await (const line of linesOf(answer)) {
      const reading = JSON.parse(line) as Reading;
      if (reading.error) throw new Refused(422, reading.error.what, reading.error.rule);
      if (reading.created) return reading.created;
      tell(reading);
    }
    throw new Refused(0, "The server stopped reading.", null);
  },
  /** Take the seat of an invitation, with a token that is drawn and kept first: asking again gives the same seat. */
  accept: (invitation: string, token: string) => tell<Joined>("/invitations", { invitation, token }),
  mine: (tokens: readonly string[]) => tell<MyBattle[]>("/mine", { tokens }),
  /** Without the log: a long one takes a moment. */
  moment: (token: string, at?: number) => ask<Moment>(at === undefined ? "/seat" : `/seat?at=${at}`, token),
  /** With the whole log. */
  whole: (token: string) => ask<Moment>("/seat?after=-1", token),
  sit: (token: string, part: Sit) => tell<Moment>("/seat/sit", part, token),
  link: (token: string, batch: number, link: string) => tell<Moment>("/seat/link", { batch, link }, token),
  choose: (token: string, at: number, choice: string) => tell<Moment>("/seat/choose", { at, choice }, token),
  undo: (token: string) => tell<Moment>("/seat/undo", {}, token),
  takeBack: (token: string, to: number) => tell<Moment>("/seat/take-back", { to }, token),
  consent: (token: string, to: number, agree: boolean) => tell<Moment>("/seat/consent", { to, agree }, token),
  abandon: (token: string) => tell<Moment>("/seat/abandon", {}, token),
  rescue: (token: string, how: Rescue["how"]) => tell<Rescued>("/seat/computer", { how }, token),
  whyNot: (token: string, choice: string) => ask<Bars[]>(`/seat/why-not?choice=${word(choice)}`, token),
  odds: (token: string, choice: string) => ask<OddsFacts>(`/seat/odds?choice=${word(choice)}`, token),
  advice: (token: string) => tell<AdviceFacts>("/seat/advice", {}, token),
  sight: (token: string, from: Hex, to: Hex) => ask<Sight>(`/seat/sight?from=${word(from)}&to=${word(to)}`, token),
  reach: (token: string, unit: string) => ask<Reach>(`/seat/reach?unit=${word(unit)}`, token),
  /** `fit` cuts an order that goes too far to what may be done. */
  firepower: (token: string, choice: string) => ask<Firepower | null>(`/seat/firepower?choice=${word(choice)}`, token),
  march: (token: string, choice: string) => ask<Marched>(`/seat/march?choice=${word(choice)}`, token),
  risks: (token: string, choice: string) => ask<Danger[]>(`/seat/risks?choice=${word(choice)}`, token),
  preview: (token: string, choice: string, fit = false) =>
    ask<Preview>(`/seat/preview?choice=${word(choice)}&fit=${fit}`, token),
  /** The lab: begin a run, watch it, stop it. */
  beginRun: (run: NewRun) => tell<RunFacts>("/lab/runs", run),
  watchRun: (id: string) => ask<RunFacts>(`/lab/runs/${word(id)}`),
  stopRun: (id: string) => tell<RunFacts>(`/lab/runs/${word(id)}/stop`, {}),
  reportOf: (id: string) => `/api/lab/runs/${word(id)}/report`,
  /** All of a battle that is over, with nothing hidden. */
  aftermath: (token: string) => ask<Aftermath>("/seat/aftermath", token),
  /** What the dice of a battle that is over cost each side: a long one takes a moment. */
  luck: (token: string) => ask<PointsLuck[]>("/seat/luck", token),
  record: async (token: string) => (await send("/seat/record", token)).text(),
};

export interface Line {
  close(): void;
}

/** How long to wait before the nth try to connect again, in milliseconds; not every browser comes back at once. */
export function pause(tries: number, random: () => number = Math.random): number {
  return Math.min(15000, 500 * 2 ** tries * (0.5 + random()));
}

/** Listen to a seat, from the moment `known` on. A broken line is opened again, and `onOpen` told, until it is closed. */
export function listen(
  token: string,
  known: () => number,
  onMoment: (moment: Moment) => void,
  onOpen: (open: boolean) => void,
): Line {
  let closed = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: WebSocket | undefined;

  const connect = (): void => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/live?after=${known()}`, ["longroll", `seat.${token}`]);
    socket.onopen = () => {
      tries = 0;
      onOpen(true);
    };
    socket.onmessage = (event) => {
      const frame = JSON.parse(String(event.data)) as Frame;
      if (frame.type === "moment") onMoment(frame);
    };
    socket.onclose = () => {
      if (closed) return;
      onOpen(false);
      timer = setTimeout(connect, pause(tries++));
    };
  };
  connect();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
