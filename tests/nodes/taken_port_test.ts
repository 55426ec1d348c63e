/** What the node agent says where a port of its own is taken. */
import { nodeAgentFlags } from "../../nodeagent/flags/mod.ts";
import { startSimulated } from "../../nodeagent/simulated/start_simulated.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assertRejects } from "../../toolkit/deps/assert.ts";
import { parseFlags } from "../../toolkit/flags/mod.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { OpenServer } from "../cli/server.ts";

Deno.test("the node agent names the flag of a port that is taken", async () => {
  await using server = await OpenServer.start();
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr as Deno.NetAddr;
  const folder = await Deno.makeTempDir();
  try {
    const cases: [flag: string, others: readonly string[]][] = [
      ["--port", ["--healthz-port=0"]],
      ["--healthz-port", ["--enable-server=false"]],
    ];
    for (const [flag, others] of cases) {
      const { values } = parseFlags(nodeAgentFlags, [
        "--container-runtime=simulated",
        `--orchconfig=${server.url}`,
        `--cert-dir=${folder}`,
        "--address=127.0.0.1",
        `${flag}=${port}`,
        ...others,
      ]);
      const signal = AbortSignal.timeout(60_000);
      await assertRejects(
        () =>
          startSimulated({
            values,
            program: "agent",
            clock: systemClock,
            logger: silentLogger,
            signal,
            random: Math.random,
          }),
        `${flag}: cannot listen on 127.0.0.1:${port}: address already in use`,
      );
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
