/**
 * What admission plugins are told: the file of `--admission-control-config-file`, and flags.
 *
 * @module
 */

import { dirname, isAbsolute, join } from "node:path";
import { CodecError, decodeYaml, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { readFlagFile } from "../../../toolkit/flags/mod.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { ConfigurationError, Fields, readTypeMeta } from "./fields.ts";

/** The configuration of one plugin, as it was read. */
export interface PluginConfiguration {
  readonly value: JsonObject;
  /** What errors call it. */
  readonly where: string;
}

/** What plugins are made with besides the server's context. */
export interface AdmissionConfiguration {
  /** By the names of plugins; those that are told nothing are not there. */
  readonly plugins: ReadonlyMap<string, PluginConfiguration>;
  /** How long pods stay on a node that is not ready unless they say otherwise. */
  readonly notReadySeconds: number;
  /** The same of a node that can't be reached. */
  readonly unreachableSeconds: number;
}

const SECONDS = 300;

/** What plugins are told that nobody tells anything. */
export const NO_CONFIGURATION: AdmissionConfiguration = {
  plugins: new Map(),
  notReadySeconds: SECONDS,
  unreachableSeconds: SECONDS,
};

const FLAG = "admission-control-config-file";
/** Plugins whose configuration may be the whole file, and what that begins with. */
const OF_OLD: ReadonlyMap<string, string> = new Map([
  ["imagePolicy", "ImagePolicyWebhook"],
  ["podNodeSelectorPluginConfig", "PodNodeSelector"],
]);

/**
 * Reads the file of the flag; "": none. `configurable` are the plugins that have a configuration, and
 * `known` all there are. Throws, naming the file, where it can't be read or says what nobody knows.
 */
export async function readPluginConfigurations(
  path: string,
  dialect: Dialect,
  plugins: readonly { readonly name: string; readonly isConfigurable?: boolean }[],
): Promise<ReadonlyMap<string, PluginConfiguration>> {
  const found = new Map<string, PluginConfiguration>();
  if (path === "") return found;
  const where = `--${FLAG}: ${path}`;
  const value = await readDocument(path, where);
  const ofOld = [...OF_OLD].filter(([field]) => Object.hasOwn(value, field));
  if (value.kind === undefined && value.apiVersion === undefined && ofOld.length > 0) {
    for (const [, name] of ofOld) found.set(name, { value, where });
    return found;
  }
  const fields = new Fields(value, where);
  const names = NAMES[dialect];
  readTypeMeta(fields, [
    { apiVersion: `${names.configGroupApiServer}/v1`, kind: KIND },
    { apiVersion: `${names.configGroupEgressSelector}/v1alpha1`, kind: KIND },
  ]);
  for (const [index, item] of fields.list("plugins").entries()) {
    const plugin = new Fields(item, `${where}: plugins[${index}]`);
    const name = plugin.text("name");
    const known = plugins.find((one) => one.name === name);
    if (known === undefined) {
      throw plugin.wrong("name", `${JSON.stringify(name)} is no admission plugin's`);
    }
    if (known.isConfigurable !== true) {
      throw plugin.wrong(
        "name",
        `${JSON.stringify(name)} is that of a plugin without a configuration`,
      );
    }
    if (found.has(name)) throw plugin.wrong("name", `${JSON.stringify(name)} is there twice`);
    const inline = plugin.object("configuration");
    const file = plugin.text("path");
    plugin.end();
    if (inline !== undefined) {
      found.set(name, { value: inline, where: `${plugin.where}.configuration` });
    } else if (file !== "") {
      const whole = isAbsolute(file) ? file : join(dirname(path), file);
      const of = `${plugin.where}.path: ${whole}`;
      found.set(name, { value: await readDocument(whole, of), where: of });
    }
  }
  fields.end();
  return found;
}

const KIND = "AdmissionConfiguration";

async function readDocument(path: string, where: string): Promise<JsonObject> {
  const text = await readFlagFile(FLAG, path);
  let documents: unknown[];
  try {
    documents = decodeYaml(text);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new ConfigurationError(`${where}: ${error.message}`, { cause: error });
  }
  const [document] = documents;
  if (documents.length !== 1 || !isObject(document)) {
    throw new ConfigurationError(`${where}: must hold one object`);
  }
  return document as JsonObject;
}
