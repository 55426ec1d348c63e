import { once } from "node:events";
import { turn } from "../../testing/virtual_clock.ts";
import { assertEquals } from "../deps/assert.ts";
import { Random } from "../../testing/random_objects.ts";
import { fixedTls, serve } from "./mod.ts";
import { http2Session, onSession, tlsSocket } from "./testdata/client.ts";
import { material } from "./testdata/pki.ts";
import { REQUESTS_A_TURN, Turns } from "./turns.ts";

/** Turns that a test takes by hand. */
function byHand(moreATurn = REQUESTS_A_TURN) {
  const later: (() => void)[] = [];
  const begun: string[] = [];
  const turns = new Turns(moreATurn, (turn) => void later.push(turn));
  return {
    later,
    take: (...senders: string[]) => {
      for (const sender of senders) turns.take(sender, () => void begun.push(sender));
    },
    /** What began since the last time, after the next turn. */
    next: () => {
      for (const turn of later.splice(0)) turn();
      return begun.splice(0).join("");
    },
    begun: () => begun.splice(0).join(""),
  };
}

Deno.test("take() begins the first of each sender at once, and four more in each turn", () => {
  const { take, next, begun, later } = byHand();
  take(..."aaaaaaaaaaaab");
  assertEquals(begun(), "ab");
  assertEquals([next(), next(), next()], ["aaaa", "aaaa", "aaa"]);
  // Once nobody waits there is a turn for those who had one in this turn, and none after it.
  assertEquals([next(), later.length], ["", 0]);
});

Deno.test("take() begins one in each turn where that is all that a turn has room for", () => {
  const { take, next, begun } = byHand(1);
  take(..."aaab");
  assertEquals(begun(), "ab");
  take("c");
  assertEquals([begun(), next(), next(), next()], ["c", "a", "a", ""]);
});

Deno.test("take() begins who sends now and then at once, in the middle of a flood", () => {
  const { take, next, begun } = byHand();
  take(...Array(100).fill("a"));
  begun();
  for (let at = 0; at < 20; at++) {
    assertEquals(next(), "aaaa");
    take("b");
    assertEquals(begun(), "b");
  }
});

Deno.test("take() lets senders begin in rotation, each theirs in the order in which they came", () => {
  const later: (() => void)[] = [];
  const begun: string[] = [];
  const turns = new Turns(REQUESTS_A_TURN, (turn) => void later.push(turn));
  for (const [sender, count] of [["a", 6], ["b", 3], ["c", 2]] as const) {
    for (let at = 0; at < count; at++) turns.take(sender, () => void begun.push(`${sender}${at}`));
  }
  while (later.length > 0) later.shift()!();
  assertEquals(begun.join(" "), "a0 b0 c0 a1 b1 c1 a2 b2 a3 a4 a5");
});

Deno.test("take() keeps the order of a flood, whether it is of one sender or of as many", () => {
  const flood = 100_000;
  for (const senders of [1, flood / 2]) {
    const later: (() => void)[] = [];
    const begun: number[] = [];
    const turns = new Turns(REQUESTS_A_TURN, (turn) => void later.push(turn));
    for (let at = 0; at < flood; at++) {
      turns.take(`s${at % senders}`, () => void begun.push(at));
    }
    while (later.length > 0) later.pop()!();
    assertEquals(begun.length, flood);
    assertEquals(begun.findIndex((at, place) => at !== place), -1, `${senders} senders`);
  }
});

Deno.test("take() goes on with others when one throws, and with what one begins", () => {
  const later: (() => void)[] = [];
  const turns = new Turns(REQUESTS_A_TURN, (turn) => void later.push(turn));
  const begun: number[] = [];
  turns.take("a", () => {});
  turns.take("a", () => {
    throw new Error("no");
  });
  turns.take("a", () => {
    begun.push(1);
    turns.take("a", () => void begun.push(2));
  });
  for (let left = 10; left > 0 && later.length > 0; left--) {
    try {
      later.shift()!();
    } catch (error) {
      assertEquals((error as Error).message, "no");
    }
  }
  assertEquals([begun, later.length], [[1, 2], 0]);
});

Deno.test("take() begins everything once, whoever sends what when", () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const random = new Random(seed);
  const later: (() => void)[] = [];
  const turns = new Turns(REQUESTS_A_TURN, (turn) => void later.push(turn));
  let [taken, begun] = [0, 0];
  for (let step = 0; step < 2000; step++) {
    if (random.below(3) > 0) {
      taken++;
      turns.take(`s${random.below(5)}`, () => void begun++);
    } else {
      const before = begun;
      later.shift()?.();
      assertEquals(begun - before <= 4, true, `seed ${seed}, step ${step}`);
    }
    assertEquals(later.length <= 1, true, `seed ${seed}, step ${step}: one turn is asked for`);
  }
  while (later.length > 0) later.shift()!();
  assertEquals(begun, taken, `seed ${seed}`);
});

for (const together of ["on one connection of HTTP/2", "on connections of HTTP/1.1"]) {
  Deno.test(`a server begins five requests of one sender in a turn, ${together}`, async () => {
    let [begun, inTurn, most, isOver] = [0, 0, 0, false];
    await using server = await serve(
      { listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material) },
      (request) => {
        request.sentBy("flood");
        [begun, inTurn] = [begun + 1, inTurn + 1];
        most = Math.max(most, inTurn);
        return { status: 200 };
      },
    );
    const counting = (async () => {
      while (!isOver) {
        await turn();
        inTurn = 0;
      }
    })();
    if (together.endsWith("HTTP/2")) {
      const session = await http2Session(server);
      await Promise.all(Array.from({ length: 90 }, () => onSession(session)));
      session.destroy();
    } else {
      const sockets = await Promise.all(Array.from({ length: 30 }, () => tlsSocket(server)));
      for (let round = 0; round < 3; round++) {
        const answers = sockets.map((socket) => once(socket, "data"));
        for (const socket of sockets) socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        await Promise.all(answers);
      }
      for (const socket of sockets) socket.destroy();
    }
    isOver = true;
    await counting;
    assertEquals([begun, most <= 5, most > 1], [90, true, true], `${most} in a turn`);
  });
}

Deno.test("take() forgets senders of whom nothing waits, and none of whom something does", () => {
  const { take, next, begun } = byHand();
  take("a", "a", "a", "a", "a", "a", "a");
  assertEquals(begun(), "a");
  const many = Array.from({ length: 5000 }, (_, index) => `(${index})`);
  take(...many);
  assertEquals(begun(), many.join(""));
  assertEquals([next(), next()], ["aaaa", "aa"]);
  take(...many, "a");
  assertEquals(begun(), `${many.join("")}`);
  assertEquals(next(), "a");
});
