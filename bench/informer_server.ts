/**
 * A server of a hundred thousand pods, as a process of its own: pages of a list, and a watch with a
 * thousand changes a second. Prints its port.
 *
 * @module
 */

import { encodeEnvelope, encodeWatchFrame } from "../toolkit/codec/mod.ts";
import { ProtobufOutput } from "../toolkit/codec/protobuf_output.ts";
import { joinedBytes } from "../toolkit/joined_bytes.ts";
import { NAMES } from "../toolkit/names.ts";
import { CHANGES_A_SECOND, FIRST_REVISION, page, PODS, template } from "./many_pods.ts";

const pod = template();
const headers = { "content-type": NAMES.kubernetes.protobufMediaType };
const METADATA = 0x0a, ITEMS = 0x12, REVISION = 0x12, CONTINUE = 0x1a;
const TICK_MS = 20;

const envelope = (kind: string, raw: Uint8Array) =>
  encodeEnvelope({ apiVersion: "v1", kind, raw, contentEncoding: "", contentType: "" });

function list(first: number, limit: number): Uint8Array<ArrayBuffer> {
  const end = Math.min(PODS, first + limit);
  const output = new ProtobufOutput();
  const items = Array.from({ length: end - first }, (_, index) => first + index);
  const messages = page(pod, items.map((at) => ({ at, revision: FIRST_REVISION + at })));
  for (const message of messages.toReversed()) {
    output.lengthDelimited(message);
    output.varint(ITEMS);
  }
  const before = output.written;
  output.string(end < PODS ? String(end) : "");
  output.varint(CONTINUE);
  output.string(String(FIRST_REVISION + PODS));
  output.varint(REVISION);
  output.varint(output.written - before);
  output.varint(METADATA);
  return envelope("PodList", output.finish());
}

function watch(): ReadableStream<Uint8Array> {
  let timer = 0;
  return new ReadableStream({
    start(controller) {
      const began = performance.now();
      let sent = 0;
      timer = setInterval(() => {
        const due = Math.floor((performance.now() - began) * CHANGES_A_SECOND / 1000);
        const changes = Array.from({ length: due - sent }, (_, index) => ({
          at: ((sent + index) * 7919) % PODS,
          revision: FIRST_REVISION + PODS + 1 + sent + index,
        }));
        sent = due;
        const frames = page(pod, changes).map((message) =>
          encodeWatchFrame({ type: "MODIFIED", object: envelope("Pod", message) })
        );
        if (frames.length > 0) controller.enqueue(joinedBytes(frames));
      }, TICK_MS);
    },
    cancel: () => clearInterval(timer),
  });
}

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(port),
}, (request) => {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/apis") return Response.json({ kind: "APIGroupList", groups: [] });
  if (searchParams.has("watch")) return new Response(watch(), { headers });
  const first = Number(searchParams.get("continue") ?? 0);
  return new Response(list(first, Number(searchParams.get("limit") ?? PODS)), { headers });
});
