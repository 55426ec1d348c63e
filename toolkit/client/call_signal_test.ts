import { assert, assertEquals } from "../deps/assert.ts";
import { SharedSignal } from "./call_signal.ts";

Deno.test("SharedSignal aborts with the first of its sources, with that one's reason", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const shared = new SharedSignal([one.signal, other.signal]);
  const signal = shared.hold();
  assert(signal === shared.hold());
  shared.release();
  assert(!signal.aborted);
  other.abort("other");
  one.abort("one");
  assertEquals([signal.aborted, signal.reason], [true, "other"]);
});

Deno.test("SharedSignal has aborted for who comes after its sources did", () => {
  const source = new AbortController();
  const shared = new SharedSignal([source.signal, new AbortController().signal]);
  shared.hold();
  shared.release();
  // Nobody held it, and so it did not follow.
  source.abort("gone");
  assertEquals([shared.hold().aborted, shared.hold().reason], [true, "gone"]);
});

Deno.test("SharedSignal follows only while it is held, by as many as hold it", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const shared = new SharedSignal([one.signal, other.signal]);
  const signal = shared.hold();
  shared.hold();
  shared.release();
  shared.release();
  one.abort();
  assert(!signal.aborted);
});

Deno.test("SharedSignal of one source is that, and of none never aborts", () => {
  const source = new AbortController();
  const only = new SharedSignal([source.signal]);
  assert(only.hold() === source.signal);
  only.release();
  const none = new SharedSignal([]);
  assert(!none.hold().aborted);
  none.release();
});
