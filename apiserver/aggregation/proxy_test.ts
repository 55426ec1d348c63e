import { PassThrough } from "node:stream";
import { testRequest } from "../../testing/request_context.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { TransportRequest } from "../../toolkit/transport/mod.ts";
import { TransportError } from "../../toolkit/transport/mod.ts";
import { RequestContext } from "../http/context.ts";
import { forward, type ProxyOptions } from "./proxy.ts";
import type { RemoteService } from "./remote_service.ts";

const VERSION = "/apis/metrics.k8s.io/v1beta1";

const remote = {
  available: true,
  endpoint: () => ({ host: "192.0.2.1", port: 443, tls: { serverName: "metrics.default.svc" } }),
} as unknown as RemoteService;

/** What a request is passed on as, to a server that does not answer. */
async function passedOn(path: string, method = "GET") {
  const sent: TransportRequest[] = [];
  const client: ProxyOptions["client"] = {
    send(_, request) {
      sent.push(request);
      return Promise.reject(new TransportError("no answer within 5000 ms"));
    },
  };
  const locate = () => ({ host: "", port: 0 });
  const answer = await forward(testRequest({ path, method }), remote, {
    ...{ client, locate, clock: new FakeClock() },
  });
  return { answer, limits: sent[0]?.limits };
}

const HURRIED = { connectTimeoutMs: 5_000, headTimeoutMs: 5_000 };

const CASES: readonly (readonly [path: string, limits: object | undefined])[] = [
  [VERSION, HURRIED],
  [`${VERSION}/`, HURRIED],
  [`${VERSION}?timeout=32s`, HURRIED],
  [`${VERSION}/nodes`, undefined],
  [`${VERSION}/nodes?watch=true`, undefined],
  [`/openapi/v3${VERSION}`, undefined],
];

for (const [path, limits] of CASES) {
  Deno.test(`forward() waits ${limits === undefined ? "on" : "5 s"} for ${path}`, async () => {
    const told = await passedOn(path);
    assertEquals(told.limits, limits);
    assertEquals([told.answer.status, told.answer.body], [
      503,
      "error trying to reach service: no answer within 5000 ms\n",
    ]);
  });
}

Deno.test("forward() tells the client which protocol the server has chosen", async () => {
  const asked = testRequest({ path: `${VERSION}/machines/a/console` });
  const request = { ...asked.request, upgrade: "SPDY/3.1, websocket" };
  const context = new RequestContext(request, asked.info, "id", 0);
  context.authenticated(asked.user);
  const client: ProxyOptions["client"] = {
    send: () =>
      Promise.resolve({
        status: 101,
        headers: { connection: "Upgrade", upgrade: "websocket", "sec-websocket-accept": "x" },
        body: Object.assign(nothing(), { discard() {} }),
        upgraded: { stream: new PassThrough(), head: new Uint8Array() },
      }),
  };
  const locate = () => ({ host: "", port: 0 });
  const answer = await forward(context, remote, { client, locate, clock: new FakeClock() });
  assertEquals([answer.status, answer.headers], [101, {
    upgrade: "websocket",
    "sec-websocket-accept": "x",
  }]);
});

async function* nothing(): AsyncGenerator<Uint8Array> {}
