/**
 * `orch why`: why a running operator did what it did for an object, and why a pod is where it is.
 *
 * @module
 */

import {
  checked,
  flag,
  FlagError,
  group,
  type GroupValues,
  oneOf,
  string,
  works,
} from "../../flags/mod.ts";
import { msOfSpan, type Span } from "../../kinds/mod.ts";
import {
  clusterFlags,
  type ClusterValues,
  namespaceFlag,
  namespaceOf,
  openCluster,
} from "../cluster.ts";
import { type Call, command, CommandError } from "../command.ts";
import { EXIT_DONE } from "../../process/exit_codes.ts";
import { findKind } from "../find_kind.ts";
import { painter } from "../paint.ts";
import { printableJson } from "../printable.ts";
import { nameProblem, type SaidObject, saidObject } from "../said_object.ts";
import { runsText } from "./print.ts";
import { type Answer, askOperator, type Question } from "./runs.ts";

/** Where the deployments that operators print of themselves answer, and the guide has them answer. */
const USUAL_OPERATOR = "http://127.0.0.1:8080";

const objectFlags = group("Object", works, {
  "namespace": namespaceFlag,
  "operator": flag(
    checked(string, addressProblem),
    USUAL_OPERATOR,
    "Where the operator answers, as its --listen says; whatever is named is then its object",
    { placeholder: "address" },
  ),
});

const podFlags = group("Pods", works, {
  "scheduler": flag(
    checked(string, schedulerProblem),
    "",
    "Where the scheduler answers, as its --status-port says, or unix:/PATH of its --status-socket, as " +
      "orch status shows it, to ask where the pod is in its queue (default: it is not asked)",
    { placeholder: "address" },
  ),
  "scheduler-config": flag(
    string,
    "",
    "The scheduler's configuration file (default: as it is without one)",
    { placeholder: "file" },
  ),
});

const outputFlags = group("Output", works, {
  "output": flag(oneOf("string", ["text", "json"]), "text", "How to print: text or json", {
    shorthand: "o",
  }),
});

const groups = [objectFlags, podFlags, outputFlags, clusterFlags] as const;

/** An object that is asked about. */
export interface WhyCall {
  readonly namespace: string;
  readonly name: string;
  readonly call: Call<GroupValues<typeof groups>>;
}

/** What a command line calls the kind of pods. */
const PODS: ReadonlySet<string> = new Set(["po", "pod", "pods"]);

/** Who knows of kinds without an operator; each settles with the exit code. */
export interface Explainers {
  readonly explainPod: (call: WhyCall) => Promise<number>;
  /** Of another kind, as the command line says it; undefined: only an operator can know. */
  readonly explainerOf: (kind: string) => ((call: WhyCall) => Promise<number>) | undefined;
}

/** The command. */
export const whyCommand = ({ explainPod, explainerOf }: Explainers) =>
  command({
    name: "why",
    usage: ["POD [flags]", "KIND/NAME [flags]", "KIND NAME [flags]"],
    about:
      `Of a pod, shows why it is on its node or on none: which plugins of the scheduler turn down which nodes, what the others score, and what room could be made. That is worked out from the cluster as it is now, by the scheduler's own rules; no scheduler is needed, and nothing is written.

Of a deployment, replica set, stateful set, daemon set, job, service, claim or namespace, shows what keeps it from being what it is to be, as far as its status, its pods and what they name leave no doubt.

Of any other object, and of these with --operator, shows the last runs of an operator for it, the oldest first: what caused each, what it wrote, how it ended and how long it took. The operator has to run with --listen; one in a cluster is reached by kubectl port-forward.

KIND is one that the operator is told of, by its plural or kind, also with its group behind it. Singulars and short names are looked up in the cluster, where there is a client config.

Exit codes: 0, also where no run is known; 1 for a failure; 2 for a command line that makes no sense.

Examples:
  orch why web-0 -n shop
  orch why pod/web-0 -o json --scheduler http://127.0.0.1:10251
  orch why deployment/web
  orch why website/shop
  orch why websites.example.com shop -n default -o json --operator http://127.0.0.1:9090`,
    groups,
    async run(call) {
      const { values, rest, given, ...surroundings } = call;
      const { terminal, clock } = surroundings;
      const said = saidPod(rest) ?? saidObject(rest);
      const isPod = PODS.has(said.kind.toLowerCase());
      const misplaced = isPod
        ? undefined
        : Object.keys(podFlags.flags).find((one) => given.has(one));
      if (misplaced !== undefined) {
        throw new FlagError(`--${misplaced} is for pods, and ${said.kind} ${said.name} is none`);
      }
      const namespace = await namespaceOf(values, values.namespace);
      const explain = isPod ? explainPod : explainerOf(said.kind);
      if (explain !== undefined && !given.has("operator")) {
        return await explain({ namespace, name: said.name, call });
      }
      const end = new AbortController();
      const ms = msOfSpan(values.timeout as Span, "timeout");
      const late = `the operator has not answered within ${values.timeout}: see --timeout`;
      const timer = ms === 0
        ? undefined
        : clock.after(ms, () => end.abort(new DOMException(late, "TimeoutError")));
      try {
        const operator = new URL(values.operator);
        const question = { ...said, operator, namespace, signal: end.signal };
        const { runs } = await answerTo(question, values, surroundings);
        if (values.output === "json") terminal.out(printableJson(runs));
        else if (runs.length > 0) terminal.out(runsText(runs, painter(surroundings)));
        else {
          terminal.out(
            `The operator knows of no run for ${said.kind} ${said.name} of the namespace ${namespace}. It ` +
              "remembers the last 20 of each object since it started.\n",
          );
        }
        return EXIT_DONE;
      } finally {
        timer?.cancel();
      }
    },
  });

/** A name alone is a pod's. */
function saidPod(rest: readonly string[]): SaidObject | undefined {
  const [name = ""] = rest;
  if (rest.length !== 1 || name === "" || name.includes("/")) return undefined;
  const problem = nameProblem(name);
  if (problem !== undefined) throw new FlagError(`${problem}: write POD, KIND/NAME or KIND NAME`);
  return { kind: "pods", name };
}

/** Asks the operator; for a kind that it does not know by that name, once more by its plural. */
async function answerTo(
  question: Question,
  values: ClusterValues,
  surroundings: Pick<Call<unknown>, "clock" | "fetch">,
): Promise<Exclude<Answer, { unknownKind: string }>> {
  const { fetch } = surroundings;
  const answer = await askOperator(question, fetch);
  if ("runs" in answer) return answer;
  const kind = await resourceOf(question.kind, values, surroundings);
  const other = kind === undefined ? answer : await askOperator({ ...question, kind }, fetch);
  if ("runs" in other) return other;
  throw new CommandError(
    `the operator has no kind ${JSON.stringify(question.kind)}: ${other.unknownKind}`,
  );
}

/** `deployments.apps` for `deploy`; undefined where no cluster says so. */
async function resourceOf(
  text: string,
  values: ClusterValues,
  surroundings: Pick<Call<unknown>, "clock">,
): Promise<string | undefined> {
  try {
    await using client = await openCluster(values, surroundings);
    const { plural, group } = await findKind(client, text);
    return group === "" ? plural : `${plural}.${group}`;
  } catch {
    // The operator has said which kinds it has: that is the better answer.
    return undefined;
  }
}

function schedulerProblem(text: string): string | undefined {
  if (text === "" || /^unix:\/[^/]/.test(text)) return undefined;
  return addressProblem(text) && "must be an address, as http://127.0.0.1:10251 or unix:/PATH";
}

function addressProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "") return undefined;
  return "must be an address, as http://127.0.0.1:8080";
}
