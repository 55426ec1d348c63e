import { assertRejects } from "../toolkit/deps/assert.ts";
import { FakeClock } from "../toolkit/clock.ts";
import { parseFlags } from "../toolkit/flags/mod.ts";
import { silentLogger } from "../toolkit/logger.ts";
import { DIRECTLY } from "./egress/mod.ts";
import { apiServerFlags } from "./flags/mod.ts";
import { openStores } from "./open_stores.ts";

const REFUSED: [args: string[], why: RegExp][] = [
  [["--store-certfile=/x"], /--store-certfile and --store-keyfile must be given together/],
  [["--store-keyfile=/x"], /--store-certfile and --store-keyfile must be given together/],
  [["--etcd-servers=http://"], /--etcd-servers: store server "etcd:\/\/" has no valid host/],
  [["--store-servers=nothing:"], /--store-servers: store server "nothing:" has an unknown scheme/],
  [["--store-cafile=/nowhere"], /--store-cafile: \/nowhere can't be read/],
  [["--store-servers-overrides=/events"], /--store-servers-overrides: store override "\/events"/],
  [
    ["--etcd-servers-overrides=/events#memory:"],
    /--etcd-servers-overrides: .*must begin with http/,
  ],
];

Deno.test("openStores() refuses what can't be used before a store is opened, naming the flag", async () => {
  for (const [args, why] of REFUSED) {
    const own = args.some((arg) => arg.includes("-servers=")) ? [] : ["--store-servers=memory:"];
    const { values, given, dialect } = parseFlags(apiServerFlags, [...own, ...args]);
    const surroundings = {
      dialect,
      given,
      clock: new FakeClock(),
      environment: {},
      logger: silentLogger,
      logProblem: () => undefined,
      storeToken: undefined,
    };
    await assertRejects(() => openStores(values, surroundings, DIRECTLY), why);
  }
});
