import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free_port.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { parseFlags } from "../../toolkit/flags/mod.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { nodeAgentFlags } from "../flags/mod.ts";
import { startSimulated } from "./start_simulated.ts";

Deno.test("startSimulated() tells that it lives while the API server is away", async () => {
  const config = await Deno.makeTempFile();
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      clusters: [{ name: "c", cluster: { server: `http://127.0.0.1:${freePort()}` } }],
      contexts: [{ name: "c", context: { cluster: "c", user: "" } }],
      "current-context": "c",
    }),
  );
  const port = freePort();
  const stop = new AbortController();
  let waits = 0;
  const { values } = parseFlags(nodeAgentFlags, [
    `--orchconfig=${config}`,
    `--healthz-port=${port}`,
    "--enable-server=false",
  ]);
  const ended = startSimulated({
    values,
    program: "prog",
    clock: systemClock,
    logger: { ...silentLogger, warning: () => void waits++ },
    signal: stop.signal,
    random: () => 0,
  }).catch((error) => error);
  try {
    await eventually("it waits for the server", () => waits > 0);
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    assertEquals([answer.status, await answer.text()], [200, "ok"]);
  } finally {
    stop.abort(new Error("told to end"));
    assertEquals((await ended).message, "told to end");
    await Deno.remove(config);
  }
});
