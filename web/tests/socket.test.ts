import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, listen, Refused } from "../src/socket";

const TOKEN = "abcdefghijklmnopqrstuv";
let fetched: [url: string, request: RequestInit][];
let answer: () => Response;

beforeEach(() => {
  fetched = [];
  answer = () => new Response("{}");
  vi.stubGlobal("fetch", async (url: string, request: RequestInit) => {
    fetched.push([url, request]);
    return answer();
  });
});

describe("a token", () => {
  it("is sent in a header, and never stands in an address", async () => {
    await api.moment(TOKEN);
    await api.moment(TOKEN, 3);
    await api.whole(TOKEN);
    await api.sit(TOKEN, { commitment: "c", nonce: "n" });
    await api.link(TOKEN, 0, "l");
    await api.choose(TOKEN, 1, "done");
    await api.undo(TOKEN);
    await api.takeBack(TOKEN, 1);
    await api.consent(TOKEN, 1, true);
    await api.abandon(TOKEN);
    await api.whyNot(TOKEN, "done");
    await api.odds(TOKEN, "done");
    await api.sight(TOKEN, "1", "2");
    await api.reach(TOKEN, "u");
    await api.preview(TOKEN, "done");
    await api.record(TOKEN);
    expect(fetched).toHaveLength(16);
    for (const [url, { headers }] of fetched) {
      expect(url).not.toContain(TOKEN);
      expect(headers).toMatchObject({ authorization: `Bearer ${TOKEN}` });
    }
  });

  it("goes in the body of a list and of an invitation", async () => {
    await api.mine([TOKEN]);
    await api.accept("letter", TOKEN);
    expect(fetched.map(([url, { body }]) => [url, JSON.parse(body as string) as unknown])).toEqual([
      ["/api/mine", { tokens: [TOKEN] }],
      ["/api/invitations", { invitation: "letter", token: TOKEN }],
    ]);
  });

  it("is a subprotocol of the live line", () => {
    const opened: unknown[][] = [];
    vi.stubGlobal("location", { protocol: "https:", host: "h" });
    vi.stubGlobal(
      "WebSocket",
      class {
        constructor(...given: unknown[]) {
          opened.push(given);
        }
        close(): void {}
      },
    );
    listen(
      TOKEN,
      () => 7,
      () => {},
      () => {},
    ).close();
    expect(opened).toEqual([["wss://h/api/live?after=7", ["longroll", `seat.${TOKEN}`]]]);
  });
});

describe("a refusal", () => {
  it("is told in the server's words", async () => {
    answer = () =>
      new Response(JSON.stringify({ error: { where: "x", what: "this invitation has been used", rule: null } }), {
        status: 409,
      });
    await expect(api.accept("letter", TOKEN)).rejects.toMatchObject({
      status: 409,
      message: "this invitation has been used",
    });
  });

  it("needs no words where there are none", async () => {
    answer = () => new Response("<html>", { status: 502 });
    await expect(api.record(TOKEN)).rejects.toThrow("The server answered 502.");
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await expect(api.systems()).rejects.toBeInstanceOf(Refused);
  });
});
