/**
 * The definitions that popular operators publish, with the objects that they show their users.
 *
 * @module
 */

import { downloadModule } from "../../testing/go_module.ts";
import { decodeYaml } from "../../toolkit/codec/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";
import type { AnyObject } from "./session.ts";

/** Modules of Go whose files have definitions. */
const MODULES = [
  "github.com/argoproj/argo-cd/v3@v3.1.0",
  "github.com/argoproj/argo-rollouts@v1.8.3",
  "github.com/argoproj/argo-workflows/v3@v3.6.10",
  "github.com/cert-manager/cert-manager@v1.21.2",
  "github.com/cilium/cilium@v1.20.2",
  "github.com/crossplane/crossplane@v1.20.0",
  "github.com/dapr/dapr@v1.14.0",
  "github.com/elastic/cloud-on-k8s/v3@v3.5.0",
  "github.com/envoyproxy/gateway@v1.9.1",
  "github.com/external-secrets/external-secrets@v1.3.2",
  "github.com/kedacore/keda/v2@v2.21.0",
  "github.com/kyverno/kyverno@v1.19.1",
  "github.com/prometheus-operator/prometheus-operator@v0.85.0",
  "github.com/ray-project/kuberay/ray-operator@v1.5.0",
  "github.com/tektoncd/pipeline@v1.0.0",
  "github.com/traefik/traefik/v3@v3.7.13",
  "github.com/vmware-tanzu/velero@v1.18.3",
  "go.universe.tf/metallb@v0.16.2",
  "istio.io/api@v1.26.0",
  "knative.dev/eventing@v0.46.0",
  "knative.dev/serving@v0.51.0",
  "sigs.k8s.io/cluster-api@v1.14.2",
  "sigs.k8s.io/gateway-api@v1.4.0",
  "sigs.k8s.io/jobset@v0.8.0",
  "sigs.k8s.io/karpenter@v1.6.0",
  "sigs.k8s.io/kueue@v0.17.0",
];

/** Objects of a kind and version at most: more of them say the same again. */
const OBJECTS_OF_A_KIND = 6;

/** What a module has. */
export interface Published {
  /** The module's path, without its version. */
  readonly name: string;
  readonly definitions: readonly AnyObject[];
  /** Objects of what is defined. */
  readonly objects: readonly AnyObject[];
}

/** Fetches the modules, one after the other, and reads their files. */
export async function* publishedDefinitions(folder: string): AsyncGenerator<Published> {
  for (const module of MODULES) {
    const documents: AnyObject[] = [];
    const { Dir } = await downloadModule(module, folder);
    for await (const path of manifestsIn(Dir)) {
      documents.push(...await documentsOf(path));
    }
    yield publishedOf(module.split("@")[0]!, documents);
  }
}

/** In the order of their names, so that each run sends the same. */
async function* manifestsIn(folder: string): AsyncGenerator<string> {
  const entries = (await Array.fromAsync(Deno.readDir(folder)))
    .sort((one, other) => one.name < other.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    if (isDirectory) yield* manifestsIn(`${folder}/${name}`);
    else if (/\.ya?ml$/.test(name)) yield `${folder}/${name}`;
  }
}

/** The objects in a file; none in one that is a template, or no YAML at all. */
async function documentsOf(path: string): Promise<AnyObject[]> {
  const text = await Deno.readTextFile(path);
  if (!text.includes("apiVersion:") || text.includes("{{")) return [];
  try {
    return decodeYaml(text).filter(isObject);
  } catch {
    return [];
  }
}

function publishedOf(name: string, documents: readonly AnyObject[]): Published {
  const definitions = new Map<string, AnyObject>();
  for (const document of documents) {
    const { apiVersion, kind, metadata, spec } = document;
    if (apiVersion !== "apiextensions.k8s.io/v1" || kind !== "CustomResourceDefinition") continue;
    if (typeof metadata?.name !== "string" || !Array.isArray(spec?.versions)) continue;
    // The same definition in several places: the longest of them has the most to say.
    const known = definitions.get(metadata.name);
    if (known === undefined || sizeOf(known) < sizeOf(document)) {
      definitions.set(metadata.name, document);
    }
  }
  const kinds = new Set(
    [...definitions.values()].flatMap(({ spec: { group, names, versions } }) =>
      versions.map(({ name }: AnyObject) => `${group}/${name} ${names?.kind}`)
    ),
  );
  const ofKinds = Map.groupBy(documents, ({ apiVersion, kind }) => `${apiVersion} ${kind}`);
  const objects = [...kinds].flatMap((kind) =>
    (ofKinds.get(kind) ?? []).slice(0, OBJECTS_OF_A_KIND)
  );
  return { name, definitions: [...definitions.values()], objects };
}

function sizeOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, member) => sum + sizeOf(member), 1);
}
