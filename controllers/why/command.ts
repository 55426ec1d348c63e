/**
 * `orch why`: of a pod, why it is where it is; of what makes pods or leads to them, what keeps it from that; of anything
 * else, what an operator did for it.
 *
 * @module
 */

import { openCluster } from "../../toolkit/cli/cluster.ts";
import { CommandError } from "../../toolkit/cli/command.ts";
import { type Paint, painter } from "../../toolkit/cli/paint.ts";
import { printableJson, printableLine } from "../../toolkit/cli/printable.ts";
import { readInput } from "../../toolkit/cli/read_input.ts";
import { type WhyCall, whyCommand } from "../../toolkit/cli/why/command.ts";
import { msOfSpan, type Span } from "../../toolkit/kinds/mod.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { EXIT_DONE } from "../../toolkit/process/exit_codes.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { explainOf } from "./explain.ts";
import type { Facts } from "./facts.ts";
import { SharedInformers } from "../loop/mod.ts";
import type { ProfileSettings } from "../scheduler/configuration/make_profile.ts";
import {
  defaultConfiguration,
  readSchedulerConfiguration,
} from "../scheduler/configuration/read_configuration.ts";
import { askScheduler } from "../scheduler/why/ask_scheduler.ts";
import { explainPod, ProfileError } from "../scheduler/why/explain_pod.ts";
import type { Explanation } from "../scheduler/why/explanation.ts";
import { explanationText } from "../scheduler/why/print.ts";

/** Runs the command; settles with its exit code. */
export const main = whyCommand({ explainPod: why, explainerOf });

/** Who explains a kind that is no pod; undefined: nobody. */
function explainerOf(kind: string): ((call: WhyCall) => Promise<number>) | undefined {
  const explain = explainOf(kind);
  if (explain === undefined) return undefined;
  return async ({ name, namespace, call }) => {
    const { values, terminal, clock } = call;
    await using client = await openCluster(values, { clock }, namespace);
    const facts = await explain(client, { namespace, name });
    terminal.out(
      values.output === "json" ? printableJson(facts) : factsText(facts, painter(call)),
    );
    return EXIT_DONE;
  };
}

function factsText({ head, says }: Facts, paint: Paint): string {
  const lines = says.length > 0
    ? says
    : ["nothing is wrong that its status or its pods would tell"];
  return [paint("bold", printableLine(head)), ...lines.map(printableLine), ""].join("\n");
}

async function why({ name, namespace, call }: WhyCall): Promise<number> {
  const { values, terminal, clock, fetch } = call;
  const end = new AbortController();
  const ms = msOfSpan(values.timeout as Span, "timeout");
  const late = `there was no answer within ${values.timeout}: see --timeout`;
  const timer = ms === 0
    ? undefined
    : clock.after(ms, () => end.abort(new DOMException(late, "TimeoutError")));
  const { signal } = end;
  try {
    await using client = await openCluster(values, { clock }, namespace);
    const profiles = await profilesOf(values["scheduler-config"], client.dialect, call);
    await using informers = new SharedInformers(client);
    const place = { namespace, name };
    const found = await explainPod({
      client,
      informers,
      clock,
      logger: silentLogger,
      metrics: new Registry(),
      random: Math.random,
    }, { place, profiles, signal });
    const queue = values.scheduler === ""
      ? undefined
      : await askScheduler(new URL(values.scheduler), place, { fetch, signal });
    const explanation: Explanation = { ...found, ...(queue !== undefined && { queue }) };
    terminal.out(
      values.output === "json"
        ? printableJson(explanation)
        : explanationText(explanation, painter(call)),
    );
    return EXIT_DONE;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ProfileError) throw new CommandError(error.message);
    throw error;
  } finally {
    timer?.cancel();
  }
}

async function profilesOf(
  path: string,
  dialect: Dialect,
  { input }: Pick<WhyCall["call"], "input">,
): Promise<readonly ProfileSettings[]> {
  if (path === "") {
    return readSchedulerConfiguration(defaultConfiguration(dialect), dialect).profiles;
  }
  const text = new TextDecoder().decode(await readInput(path, input));
  try {
    return readSchedulerConfiguration(text, dialect).profiles;
  } catch (error) {
    throw new CommandError(`--scheduler-config: ${path}: ${(error as Error).message}`);
  }
}
