/**
 * `orch why`: of a pod, why it is where it is; of anything else, what an operator did for it.
 *
 * @module
 */

import { openCluster } from "../../../toolkit/cli/cluster.ts";
import { CommandError } from "../../../toolkit/cli/command.ts";
import { painter } from "../../../toolkit/cli/paint.ts";
import { printableJson } from "../../../toolkit/cli/printable.ts";
import { readInput } from "../../../toolkit/cli/read_input.ts";
import { type PodCall, whyCommand } from "../../../toolkit/cli/why/command.ts";
import { msOfSpan, type Span } from "../../../toolkit/kinds/mod.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { EXIT_DONE } from "../../../toolkit/process/exit_codes.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import type { Dialect } from "../../../toolkit/names.ts";
import { SharedInformers } from "../../loop/mod.ts";
import type { ProfileSettings } from "../configuration/make_profile.ts";
import {
  defaultConfiguration,
  readSchedulerConfiguration,
} from "../configuration/read_configuration.ts";
import { askScheduler } from "./ask_scheduler.ts";
import { explainPod, ProfileError } from "./explain_pod.ts";
import type { Explanation } from "./explanation.ts";
import { explanationText } from "./print.ts";

/** Runs the command; settles with its exit code. */
export const main = whyCommand(why);

async function why({ name, namespace, call }: PodCall): Promise<number> {
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
  { input }: Pick<PodCall["call"], "input">,
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
