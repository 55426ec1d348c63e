/**
 * The nodes that all pods of a namespace are kept to.
 *
 * @module
 */

import type { Namespace as NamespaceType, Pod } from "../../../toolkit/api/core_v1.ts";
import { forbidden, notFound } from "../../../toolkit/errors/mod.ts";
import { Namespace } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { checkLabelKey, checkLabelValue } from "../../../toolkit/validation/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { ServerContext } from "../../server_context.ts";
import { PODS } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { type AdmissionConfiguration, ConfigurationError, Fields } from "../configuration/mod.ts";
import { finderOf } from "../fresh.ts";
import { failure } from "../refusal.ts";

type Labels = ReadonlyMap<string, string>;

/** Of namespaces that say nothing themselves. */
const DEFAULT = "clusterDefaultNodeSelector";

/**
 * Adds the node selector of a namespace, or else the cluster's, to its pods, and refuses pods whose own
 * conflicts with it, or has more than the configuration allows in the namespace. Throws where the
 * configuration has a selector that is none.
 */
export function podNodeSelector(
  context: ServerContext,
  { plugins }: AdmissionConfiguration,
): AdmissionPlugin {
  const configured = readSelectors(plugins.get("PodNodeSelector"));
  const annotation = `scheduler.alpha.${NAMES[context.dialect].domain}/node-selector`;
  const find = finderOf(context, Namespace);
  const selectorOf = async ({ namespace: name, signal }: AdmissionRequest): Promise<Labels> => {
    const namespace: NamespaceType | undefined = await find({ name }, signal);
    if (namespace === undefined) throw notFound({ group: "", resource: "namespaces" }, name);
    const { annotations = {} } = namespace.metadata ?? {};
    if (!Object.hasOwn(annotations, annotation)) return configured.get(DEFAULT) ?? new Map();
    return parseLabels(annotations[annotation] ?? "", (why) => failure(why));
  };
  const check = async (request: AdmissionRequest): Promise<Labels> => {
    const selector = await selectorOf(request);
    const own = ownOf(request);
    if ([...selector].some(([key, value]) => (own.get(key) ?? value) !== value)) {
      throw conflict(
        request,
        "pod node label selector conflicts with its namespace node label selector",
      );
    }
    return selector;
  };
  const checkAllowed = (request: AdmissionRequest) => {
    const allowed = configured.get(request.namespace);
    if (allowed === undefined || allowed.size === 0) return;
    if ([...ownOf(request)].every(([key, value]) => allowed.get(key) === value)) return;
    throw conflict(request, "pod node label selector labels conflict with its namespace whitelist");
  };
  return {
    handles: ["CREATE"],
    about: PODS,
    async mutate(request) {
      const selector = await check(request);
      const { spec } = request.object as Pod;
      const merged = new Map([...selector, ...ownOf(request)]);
      if (spec !== undefined && merged.size > 0) spec.nodeSelector = Object.fromEntries(merged);
      checkAllowed(request);
    },
    async validate(request) {
      await check(request);
      checkAllowed(request);
    },
  };
}

function ownOf({ object }: AdmissionRequest): Labels {
  return new Map(Object.entries((object as Pod).spec?.nodeSelector ?? {}));
}

function conflict({ resource, object = {} }: AdmissionRequest, why: string) {
  return forbidden(resource, metadataOf(object).name ?? "", why);
}

function readSelectors(
  configuration: ReturnType<AdmissionConfiguration["plugins"]["get"]>,
): ReadonlyMap<string, Labels> {
  if (configuration === undefined) return new Map();
  const { value, where } = configuration;
  const fields = new Fields(value, where);
  // A file of old may hold this, too.
  fields.skip("imagePolicy");
  const texts = fields.texts("podNodeSelectorPluginConfig");
  fields.end();
  return new Map([...texts].map(([name, text]) => [
    name,
    parseLabels(text, (why) => new ConfigurationError(`${where}: ${name}: ${why}`)),
  ]));
}

/** Reads `key=value,key=value`; `error` makes what is thrown where it is nothing of the sort. */
function parseLabels(text: string, error: (why: string) => Error): Labels {
  const labels = new Map<string, string>();
  if (text === "") return labels;
  for (const label of text.split(",")) {
    const parts = label.split("=");
    const [key = "", value = ""] = parts.map((part) => part.trim());
    if (parts.length !== 2) throw error(`invalid selector: [${parts.join(" ")}]`);
    const wrong = (path: string, what: string, problems: readonly string[]) =>
      error(`${path}: Invalid value: ${quoteText(what)}: ${problems.join("; ")}`);
    const [keyProblems, valueProblems] = [checkLabelKey(key), checkLabelValue(value)];
    if (keyProblems.length > 0) throw wrong("<nil>", key, keyProblems);
    if (valueProblems.length > 0) throw wrong(`[${key}]`, value, valueProblems);
    labels.set(key, value);
  }
  return labels;
}
