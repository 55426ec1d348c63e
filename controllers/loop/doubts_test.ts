import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { StatusError } from "../../toolkit/mod.ts";
import { Doubts } from "./doubts.ts";

const never = new AbortController().signal;
const PLACE = { namespace: "default", name: "web" };

/** An informer that notes what it is asked to look up. */
function informer(fails: () => boolean = () => false) {
  const asked: string[] = [];
  const settled = (place: unknown) => {
    asked.push(String(place));
    return fails() ? Promise.reject(new Error("nobody is there")) : Promise.resolve();
  };
  return { asked, settled };
}

const failing = (error: unknown) => () => Promise.reject(error);
const LOST = new Error("the answer is lost");

Deno.test("settle() looks up what was written without an answer, once", async () => {
  const doubts = new Doubts();
  const pods = informer();
  await assertRejects(() => doubts.during("a", pods, PLACE, failing(LOST)), /lost/);
  await doubts.settle("other", never);
  assertEquals(pods.asked, []);
  await doubts.settle("a", never);
  await doubts.settle("a", never);
  assertEquals(pods.asked, ["default/web"]);
});

Deno.test("during() has no doubts about what was done or refused", async () => {
  const doubts = new Doubts();
  const pods = informer();
  assertEquals(await doubts.during("a", pods, PLACE, () => Promise.resolve(7)), 7);
  const refused = new StatusError({ code: 409, reason: "Conflict", message: "no" });
  await assertRejects(() => doubts.during("a", pods, PLACE, failing(refused)), /no/);
  await doubts.settle("a", never);
  assertEquals(pods.asked, []);
});

Deno.test("settle() looks objects of two kinds up that have one name", async () => {
  const doubts = new Doubts();
  const [pods, sets] = [informer(), informer()];
  for (const one of [pods, sets]) {
    await doubts.during("a", one, PLACE, failing(LOST)).catch(() => {});
  }
  await doubts.settle("a", never);
  assertEquals([pods.asked.length, sets.asked.length], [1, 1]);
});

Deno.test("settle() rejects while it can't be known, and then asks again for what is left", async () => {
  const doubts = new Doubts();
  let isDown = true;
  const [pods, sets] = [informer(() => isDown), informer()];
  for (const one of [pods, sets]) {
    await doubts.during("a", one, PLACE, failing(LOST)).catch(() => {});
  }
  await assertRejects(() => doubts.settle("a", never), /nobody/);
  isDown = false;
  await doubts.settle("a", never);
  assertEquals([pods.asked.length, sets.asked.length], [2, 1]);
});

Deno.test("raise() has an object looked up that is not what the informer has", async () => {
  const doubts = new Doubts();
  const doubted: unknown[] = [];
  const sets = { ...informer(), doubt: (place: unknown) => void doubted.push(place) };
  doubts.raise("a", sets, PLACE);
  doubts.raise("a", sets, { name: "of-no-namespace" });
  assertEquals(doubted, [PLACE, { namespace: "", name: "of-no-namespace" }]);
  await doubts.settle("a", never);
  await doubts.settle("a", never);
  assertEquals(sets.asked, ["default/web", "/of-no-namespace"]);
});
