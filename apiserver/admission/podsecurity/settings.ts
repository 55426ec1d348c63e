/**
 * What the plugin is told by the configuration file: what holds where labels are silent, and who is
 * exempt.
 *
 * @module
 */

import { FieldError, FieldPath, printFieldErrors } from "../../../toolkit/errors/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { Dialect } from "../../../toolkit/names.ts";
import { checkDns1123Label, checkDns1123Subdomain } from "../../../toolkit/validation/mod.ts";
import {
  ConfigurationError,
  Fields,
  type PluginConfiguration,
  readTypeMeta,
} from "../configuration/mod.ts";
import {
  LATEST,
  type LevelVersion,
  NO_LEVEL,
  NO_VERSION,
  parseLevel,
  parsePolicyVersion,
} from "./level.ts";
import type { Mode, Policy } from "./policy.ts";

/** The settings, complete. */
export interface PodSecuritySettings {
  /** What holds in namespaces whose labels say nothing. */
  readonly defaults: Policy;
  /** Names of users who may make every pod themselves. */
  readonly users: ReadonlySet<string>;
  /** Namespaces that may have every pod. */
  readonly namespaces: ReadonlySet<string>;
  /** Pods of these runtime classes are left alone. */
  readonly runtimeClasses: ReadonlySet<string>;
}

const PRIVILEGED: LevelVersion = { level: "privileged", version: LATEST };

/** What counts without a configuration: all is allowed, and nobody is exempt. */
const STANDARD: PodSecuritySettings = {
  defaults: { enforce: PRIVILEGED, audit: PRIVILEGED, warn: PRIVILEGED },
  users: new Set(),
  namespaces: new Set(),
  runtimeClasses: new Set(),
};

const VERSIONS = ["v1", "v1beta1", "v1alpha1"];

/** Reads the configuration. Throws an error with all that is wrong. */
export function readPodSecuritySettings(
  configuration: PluginConfiguration | undefined,
  dialect: Dialect,
): PodSecuritySettings {
  if (configuration === undefined) return STANDARD;
  const fields = new Fields(configuration.value, configuration.where);
  const group = NAMES[dialect].group("pod-security.admission.config");
  readTypeMeta(
    fields,
    VERSIONS.map((version) => ({
      apiVersion: `${group}/${version}`,
      kind: "PodSecurityConfiguration",
    })),
  );
  const errors: FieldError[] = [];
  const defaults = new Fields(fields.object("defaults") ?? {}, `${fields.where}: defaults`);
  const exempt = new Fields(fields.object("exemptions") ?? {}, `${fields.where}: exemptions`);
  fields.end();
  const settings: PodSecuritySettings = {
    defaults: {
      enforce: readDefault(errors, defaults, "enforce"),
      warn: readDefault(errors, defaults, "warn"),
      audit: readDefault(errors, defaults, "audit"),
    },
    namespaces: readExempt(errors, exempt, "namespaces", checkDns1123Label),
    runtimeClasses: readExempt(errors, exempt, "runtimeClasses", checkDns1123Subdomain),
    users: readExempt(
      errors,
      exempt,
      "usernames",
      (name) => name === "" ? ["username must not be empty"] : [],
    ),
  };
  defaults.end();
  exempt.end();
  if (errors.length > 0) {
    throw new ConfigurationError(`${fields.where}: ${printFieldErrors(errors)}`);
  }
  return settings;
}

function readDefault(errors: FieldError[], defaults: Fields, mode: Mode): LevelVersion {
  const read = <T>(
    name: string,
    standard: T,
    parse: (text: string) => T | undefined,
    why: string,
  ): T => {
    const text = defaults.text(name);
    if (text === "") return standard;
    const value = parse(text);
    if (value !== undefined) return value;
    errors.push(FieldError.invalid(FieldPath.of("defaults", name), text, why));
    return standard;
  };
  return {
    level: read(mode, PRIVILEGED.level, parseLevel, NO_LEVEL),
    version: read(`${mode}-version`, LATEST, parsePolicyVersion, NO_VERSION),
  };
}

function readExempt(
  errors: FieldError[],
  fields: Fields,
  name: string,
  check: (text: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [index, item] of fields.list(name).entries()) {
    const path = FieldPath.of("exemptions", name).index(index);
    if (typeof item !== "string") throw fields.wrong(`${name}[${index}]`, "must be a text");
    const problems = check(item);
    if (problems.length > 0) errors.push(FieldError.invalid(path, item, problems.join(", ")));
    else if (found.has(item)) errors.push(FieldError.duplicate(path, item));
    else found.add(item);
  }
  return found;
}
