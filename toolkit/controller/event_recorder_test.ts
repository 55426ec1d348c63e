import { createClient } from "../client/create_client.ts";
import { ServerClient } from "../client/server_client.ts";
import { FakeClock } from "../clock.ts";
import { assert, assertRejects } from "../deps/assert.ts";
import { EventRecorder } from "./event_recorder.ts";

const OBJECT = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", namespace: "default", uid: "u" },
};

/** A recorder of a server that does not answer. */
async function unanswered() {
  const clock = new FakeClock();
  const client = await createClient({
    clock,
    dialect: "kubernetes",
    transport: { fetch: () => new Promise(() => {}) },
  });
  assert(client instanceof ServerClient);
  return { clock, client, recorder: new EventRecorder(client, "op", "op_1") };
}

Deno.test("EventRecorder.record() waits half a minute for an answer", async () => {
  const { clock, client, recorder } = await unanswered();
  await using _ = client;
  const recorded = assertRejects(
    () => recorder.record(OBJECT, { reason: "Done", note: "it is" }),
    /no answer within 30s/,
  );
  await clock.advance(30_000);
  await recorded;
});

Deno.test("EventRecorder.record() ends with its signal", async () => {
  const { client, recorder } = await unanswered();
  await using _ = client;
  const stop = new AbortController();
  const recorded = assertRejects(
    () => recorder.record(OBJECT, { reason: "Done", note: "it is" }, stop.signal),
    /the operator stops/,
  );
  stop.abort(new Error("the operator stops"));
  await recorded;
});
