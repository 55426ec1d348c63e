import { turn } from "../../testing/virtual_clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Paced, TurnPace } from "./pace.ts";

/** Somebody with so many that wait, each so wide; `order` says whose turn it was. */
class Waiting implements Paced {
  constructor(
    readonly pace: TurnPace,
    readonly order: string[],
    readonly name: string,
    public left: number,
    readonly width = 1,
  ) {}

  begin(): void {
    while (this.left > 0 && this.pace.mayBegin(this)) this.#one();
  }

  beginNext(): boolean {
    if (this.left > 0) this.#one();
    return this.left > 0;
  }

  #one(): void {
    this.left--;
    this.pace.began(this.width);
    this.order.push(this.name);
  }
}

async function turns(order: string[], count: number): Promise<string[]> {
  const seen: string[] = [];
  for (let at = 0; at < count; at++) {
    seen.push(order.splice(0).join(""));
    await turn();
  }
  return seen;
}

Deno.test("TurnPace lets sixteen seats begin a turn, and those who wait have turns", async () => {
  const pace = new TurnPace();
  const order: string[] = [];
  const [many, few] = [new Waiting(pace, order, "m", 33), new Waiting(pace, order, "f", 2)];
  many.begin();
  few.begin();
  assertEquals(await turns(order, 4), [
    "m".repeat(16),
    `mfmf${"m".repeat(12)}`,
    "mmm",
    "",
  ]);
  // What comes later begins at once.
  many.left = 1;
  many.begin();
  assertEquals(order, ["m"]);
  pace.close();
});

Deno.test("TurnPace lets one begin that is wider than a turn, and nothing beside it", async () => {
  const pace = new TurnPace();
  const order: string[] = [];
  const [wide, narrow] = [new Waiting(pace, order, "W", 2, 20), new Waiting(pace, order, "n", 1)];
  wide.begin();
  narrow.begin();
  assertEquals(await turns(order, 4), ["W", "W", "n", ""]);
});

Deno.test("close() leaves no turn to come", async () => {
  const pace = new TurnPace();
  const order: string[] = [];
  const waiting = new Waiting(pace, order, "a", 17);
  waiting.begin();
  pace.close();
  await turn();
  assertEquals([order.length, waiting.left], [16, 1]);
});
