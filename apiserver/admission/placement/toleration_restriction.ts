/**
 * Which taints the pods of a namespace tolerate, and which they may.
 *
 * @module
 */

import type { Namespace as NamespaceType, Pod, Toleration } from "../../../toolkit/api/core_v1.ts";
import { canonicalObject, CodecError, decodeUntypedJson } from "../../../toolkit/codec/mod.ts";
import { type FieldError, FieldPath, notFound } from "../../../toolkit/errors/mod.ts";
import { Namespace } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { schemaOf, type StructType } from "../../../toolkit/schema/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { validateTolerations } from "../../kinds/pod/scheduling.ts";
import { qosClassOf } from "../../kinds/pod/status/qos.ts";
import type { ServerContext } from "../../server_context.ts";
import { PODS } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import {
  type AdmissionConfiguration,
  ConfigurationError,
  Fields,
  readTypeMeta,
} from "../configuration/mod.ts";
import { finderOf } from "../fresh.ts";
import { failure } from "../refusal.ts";
import { isWithin, mergeTolerations } from "./merge_tolerations.ts";

const NAME = "PodTolerationRestriction";

/**
 * Adds the default tolerations of a namespace, or else the cluster's, to new pods, that of nodes short
 * of memory to all that are promised some, and refuses what is not among those that are allowed.
 */
export function podTolerationRestriction(
  context: ServerContext,
  { plugins }: AdmissionConfiguration,
): AdmissionPlugin {
  const { dialect } = context;
  const { domain, taintMemoryPressure } = NAMES[dialect];
  const struct = schemaOf(dialect).struct("core/v1", "Toleration");
  const cluster = readConfiguration(context, plugins.get(NAME), struct);
  const find = finderOf(context, Namespace);
  const said = async ({ namespace: name, signal }: AdmissionRequest, key: string) => {
    const namespace: NamespaceType | undefined = await find({ name }, signal);
    if (namespace === undefined) throw notFound({ group: "", resource: "namespaces" }, name);
    const { annotations = {} } = namespace.metadata ?? {};
    if (!Object.hasOwn(annotations, key)) return undefined;
    return readAnnotation(annotations[key] ?? "", struct);
  };
  const check = async (request: AdmissionRequest) => {
    const { tolerations = [] } = (request.object as Pod).spec ?? {};
    if (tolerations.length === 0) return;
    const own = await said(request, `scheduler.alpha.${domain}/tolerationsWhitelist`);
    if (isWithin(tolerations, own ?? cluster.allowed)) return;
    throw failure(
      "pod tolerations (possibly merged with namespace default tolerations) conflict with its " +
        `${own === undefined ? "cluster" : "namespace"} whitelist`,
    );
  };
  return {
    handles: ["CREATE", "UPDATE"],
    about: PODS,
    async mutate(request) {
      const { spec } = request.object as Pod;
      if (spec === undefined) return;
      const added: Toleration[] = [];
      if (request.operation === "CREATE") {
        const own = await said(request, `scheduler.alpha.${domain}/defaultTolerations`);
        added.push(...structuredClone(own ?? cluster.standard));
      }
      if (qosClassOf(spec) !== "BestEffort") {
        added.push({ key: taintMemoryPressure, operator: "Exists", effect: "NoSchedule" });
      }
      if (added.length > 0) spec.tolerations = mergeTolerations(spec.tolerations ?? [], added);
      await check(request);
    },
    validate: check,
  };
}

interface Cluster {
  readonly standard: readonly Toleration[];
  /** Empty: all. */
  readonly allowed: readonly Toleration[];
}

function readConfiguration(
  { dialect }: ServerContext,
  configuration: ReturnType<AdmissionConfiguration["plugins"]["get"]>,
  struct: StructType,
): Cluster {
  if (configuration === undefined) return { standard: [], allowed: [] };
  const { value, where } = configuration;
  const fields = new Fields(value, where);
  const group = NAMES[dialect].group("podtolerationrestriction.admission");
  readTypeMeta(fields, [{ apiVersion: `${group}/v1alpha1`, kind: "Configuration" }]);
  const read = (name: string): Toleration[] => {
    const problems: string[] = [];
    const errors: FieldError[] = [];
    let tolerations: Toleration[] = [];
    try {
      tolerations = fields.list(name).map((one) =>
        canonicalObject(struct, one, { problems }) as Toleration
      );
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      problems.push(error.message);
    }
    validateTolerations(errors, FieldPath.of("podtolerationrestriction", name), tolerations);
    const all = [...problems, ...errors.map(String)];
    if (all.length > 0) throw new ConfigurationError(`${where}: ${name}: ${all.join(", ")}`);
    return tolerations;
  };
  const cluster = { standard: read("default"), allowed: read("whitelist") };
  fields.end();
  return cluster;
}

function readAnnotation(text: string, struct: StructType): Toleration[] {
  if (text === "") return [];
  try {
    const list = decodeUntypedJson(text);
    if (list === null) return [];
    if (!Array.isArray(list)) throw new CodecError("json: this is no list of tolerations");
    return list.map((one) => canonicalObject(struct, withFieldNames(struct, one)) as Toleration);
  } catch (error) {
    if (error instanceof CodecError) throw failure(error.message);
    throw error;
  }
}

/**
 * What an annotation calls `Key` or `KEY` is meant all the same, as the reference reads it: a list of what is
 * allowed would else allow more than it says.
 */
function withFieldNames({ fields }: StructType, value: unknown): unknown {
  if (!isObject(value)) return value;
  const names = new Map(fields.map(({ name }) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [names.get(name.toLowerCase()) ?? name, one]),
  );
}
