import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { type JoinedList, JoinedLists, JoinedPages } from "./joined.ts";

const page = (bytes: number): JoinedList => ({ entries: [], bytes: new Uint8Array(bytes) });

Deno.test("JoinedPages keeps pages of one state, and no more than its limit", () => {
  const pages = new JoinedPages(10_000);
  pages.set("a", 1, page(4000));
  pages.set("b", 1, page(4000));
  assertEquals(["a", "b"].map((name) => pages.get(name, 1)?.bytes.length), [4000, 4000]);
  pages.set("c", 1, page(4000));
  assertEquals(["a", "b", "c"].map((name) => pages.get(name, 1)?.bytes.length), [
    undefined,
    undefined,
    4000,
  ]);
  pages.set("d", 2, page(1));
  assertEquals([pages.get("c", 1), pages.get("c", 2), pages.get("d", 2)?.bytes.length], [
    undefined,
    undefined,
    1,
  ]);
});

Deno.test("JoinedPages counts what it is asked for, so that empty pages are not kept for ever", () => {
  const pages = new JoinedPages(1_000_000);
  const names = Array.from({ length: 5000 }, (_, at) => `${at} ${"x".repeat(1000)}`);
  for (const name of names) pages.set(name, 1, page(0));
  const kept = names.filter((name) => pages.get(name, 1) !== undefined).length;
  assert(kept > 0 && kept <= 1000, `${kept} are kept`);
});

Deno.test("JoinedLists counts what it is asked for, so that lists of nothing are not kept for ever", () => {
  const lists = new JoinedLists(1_000_000, 0);
  let made = 0;
  const list = (prefix: string) =>
    lists.get(prefix, () => {
      made++;
      return [];
    });
  const prefixes = Array.from({ length: 5000 }, (_, at) => `/pods/${at}${"x".repeat(200)}/`);
  for (const prefix of prefixes) list(prefix);
  made = 0;
  for (const prefix of prefixes.toReversed()) list(prefix);
  assert(made >= 2500, `${5000 - made} were kept`);
  made = 0;
  list(prefixes[0]!);
  assertEquals(made, 0, "the last one is kept");
});
