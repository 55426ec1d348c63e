import { assertEquals } from "./deps/assert.ts";
import { offAbort, onAbort } from "./on_abort.ts";

Deno.test("onAbort() tells all who listen once, in the order in which they came", () => {
  const controller = new AbortController();
  const told: string[] = [];
  const gone = () => told.push("gone");
  const twice = () => told.push("twice");
  onAbort(controller.signal, () => told.push("first"));
  onAbort(controller.signal, gone);
  onAbort(controller.signal, twice);
  onAbort(controller.signal, twice);
  offAbort(controller.signal, gone);
  assertEquals(told, []);
  controller.abort();
  controller.abort();
  assertEquals(told, ["first", "twice"]);
});

Deno.test("onAbort() tells nobody who comes after, and offAbort() minds nobody unknown", () => {
  const controller = new AbortController();
  offAbort(controller.signal, () => {});
  controller.abort();
  let count = 0;
  onAbort(controller.signal, () => count++);
  controller.signal.dispatchEvent(new Event("abort"));
  assertEquals(count, 0);
});

Deno.test("who listens may let go of others while all are told", () => {
  const controller = new AbortController();
  const told: string[] = [];
  const other = () => told.push("other");
  onAbort(controller.signal, () => {
    told.push("one");
    offAbort(controller.signal, other);
  });
  onAbort(controller.signal, other);
  controller.abort();
  assertEquals(told, ["one"]);
});

Deno.test("a signal has one listener, however many come and go", () => {
  const controller = new AbortController();
  let listeners = 0;
  const add = controller.signal.addEventListener;
  controller.signal.addEventListener = function (this: AbortSignal, ...args: unknown[]) {
    listeners++;
    Reflect.apply(add, this, args);
  } as typeof add;
  const callbacks = Array.from({ length: 100 }, () => () => {});
  for (const callback of callbacks) onAbort(controller.signal, callback);
  for (const callback of callbacks) offAbort(controller.signal, callback);
  for (const callback of callbacks) onAbort(controller.signal, callback);
  assertEquals(listeners, 1);
});
