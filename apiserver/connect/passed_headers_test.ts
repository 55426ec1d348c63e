import { testRequest } from "../../testing/request_context.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { RequestContext } from "../http/context.ts";
import { headersToPass, headersToReturn } from "./passed_headers.ts";

Deno.test("headersToPass() leaves out who asks, what proves it, and what is of one connection", () => {
  const { request, info } = testRequest();
  const headers = {
    accept: "*/*",
    authorization: "Bearer secret",
    "proxy-authorization": "Basic secret",
    "x-remote-user": "root",
    "x-remote-extra-scope": "all",
    "impersonate-user": "root",
    "impersonate-extra-e": "f",
    connection: "keep-alive, X-Mine, close",
    "x-mine": "of this connection",
    "keep-alive": "timeout=5",
    "transfer-encoding": "chunked",
    te: "trailers",
    trailer: "x",
    host: "api.example",
    "x-forwarded-for": ["198.51.100.1", "198.51.100.2"],
    "x-kept": ["a", "b"],
  };
  const peer = { address: "203.0.113.9", port: 1 };
  const context = new RequestContext({ ...request, headers, peer }, info, "id", 0);
  assertEquals(headersToPass(context, "place:80"), {
    accept: "*/*",
    "x-kept": ["a", "b"],
    host: "place:80",
    "x-forwarded-for": "198.51.100.1, 198.51.100.2, 203.0.113.9",
  });
  const asking = { ...request, headers: { upgrade: "x", connection: "upgrade" }, peer };
  const upgrading = new RequestContext({ ...asking, upgrade: "SPDY/3.1" }, info, "id", 0);
  assertEquals(headersToPass(upgrading, "place"), {
    connection: "Upgrade",
    upgrade: "SPDY/3.1",
    host: "place",
    "x-forwarded-for": "203.0.113.9",
  });
});

Deno.test("headersToReturn() leaves out what is of one connection", () => {
  assertEquals(
    headersToReturn({
      connection: "x-hop",
      "x-hop": "a",
      "content-length": "5",
      "transfer-encoding": "chunked",
      upgrade: "h2c",
      "x-kept": ["a", "b"],
    }),
    { "content-length": "5", "x-kept": ["a", "b"] },
  );
});
