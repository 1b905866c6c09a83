/** The way to the server: requests, and a live line that mends itself. */

import type {
  AnyTable,
  Bars,
  Created,
  ErrorBody,
  Frame,
  Hex,
  Moment,
  MyBattle,
  NewBattle,
  OddsFacts,
  Preview,
  Reach,
  RuleFacts,
  Sight,
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

function ask<T>(path: string, body?: unknown): Promise<T> {
  return send(path, body === undefined ? {} : post("application/json", JSON.stringify(body)));
}

function post(kind: string, body: string): RequestInit {
  return { method: "POST", headers: { "content-type": kind }, body };
}

async function send<T>(path: string, request: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, request);
  } catch {
    throw new Refused(0, "The server cannot be reached.", null);
  }
  const json: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const fault = faultOf(json);
    throw new Refused(answer.status, fault?.what ?? `The server answered ${answer.status}.`, fault?.rule ?? null);
  }
  return json as T;
}

const seat = (token: string): string => `/seats/${encodeURIComponent(token)}`;
const word = encodeURIComponent;

/** Chance that the server cannot foresee. */
export function nonce(): string {
  return crypto.getRandomValues(new Uint8Array(16)).reduce((hex, byte) => hex + byte.toString(16).padStart(2, "0"), "");
}

export const api = {
  systems: () => ask<SystemFacts[]>("/systems"),
  /** The table of a system, or of one of its scenarios. */
  table: (slug: string, scenario = "") => ask<AnyTable>(`/systems/${word(slug)}/table${scenario ? `?scenario=${word(scenario)}` : ""}`),
  rule: (id: string) => ask<RuleFacts>(`/rules/${word(id)}`),
  create: (battle: NewBattle) => ask<Created>("/battles", battle),
  mine: (tokens: readonly string[]) => ask<MyBattle[]>(`/mine?tokens=${tokens.map(word).join(",")}`),
  /** Sit down, with a nonce that is mixed into the dice where this seat has brought none yet. */
  enter: (token: string) => ask<Moment>(`${seat(token)}?nonce=${nonce()}`),
  moment: (token: string, at?: number) => ask<Moment>(seat(token) + (at === undefined ? "" : `?at=${at}`)),
  choose: (token: string, at: number, choice: string) => ask<Moment>(`${seat(token)}/choose`, { at, choice }),
  undo: (token: string) => ask<Moment>(`${seat(token)}/undo`, {}),
  takeBack: (token: string, to: number) => ask<Moment>(`${seat(token)}/take-back`, { to }),
  consent: (token: string, agree: boolean) => ask<Moment>(`${seat(token)}/consent`, { agree }),
  whyNot: (token: string, choice: string) => ask<Bars[]>(`${seat(token)}/why-not?choice=${word(choice)}`),
  odds: (token: string, choice: string) => ask<OddsFacts>(`${seat(token)}/odds?choice=${word(choice)}`),
  sight: (token: string, from: Hex, to: Hex) => ask<Sight>(`${seat(token)}/sight?from=${word(from)}&to=${word(to)}`),
  reach: (token: string, unit: string) => ask<Reach>(`${seat(token)}/reach?unit=${word(unit)}`),
  /** `fit` cuts an order that goes too far to what may be done. */
  preview: (token: string, choice: string, fit = false) => ask<Preview>(`${seat(token)}/preview?choice=${word(choice)}&fit=${fit}`),
  recordUrl: (token: string) => `/api${seat(token)}/record`,
  open: (record: string) => send<Created>("/records", post("text/plain", record)),
};

export interface Line {
  close(): void;
}

/** How long to wait before the nth try to connect again, in milliseconds. */
export function pause(tries: number): number {
  return Math.min(15000, 500 * 2 ** tries);
}

/** Listen to a seat. A broken line is opened again, and `onOpen` told, until it is closed. */
export function listen(token: string, onMoment: (moment: Moment) => void, onOpen: (open: boolean) => void): Line {
  let closed = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: WebSocket | undefined;

  const connect = (): void => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api${seat(token)}/live`);
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
