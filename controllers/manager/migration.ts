/**
 * Moving the leadership of controllers from one process to another, so that the two never both run them.
 *
 * @module
 */

import type { LeaderMigrationConfiguration } from "../../toolkit/api/config/leadermigration_v1.ts";
import { FieldError, FieldPath } from "../../toolkit/errors/mod.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import {
  readConfiguration,
  refuseConfiguration,
} from "../../toolkit/process/configuration_text.ts";

/** Which controllers wait for a second lock, and what it is called. */
export interface Migration {
  /** The name of the lock, in the namespace of the first one. */
  readonly leaderName: string;
  /**
   * `main`: it runs under the first lock, as if nothing moved. `migrated`: under the second one. `elsewhere`: it is
   * another process's.
   */
  placeOf(controller: string): "main" | "migrated" | "elsewhere";
}

/** What moves unless a file says otherwise: what cloud providers took out of the controller manager. */
const DEFAULT: Pick<LeaderMigrationConfiguration, "leaderName" | "controllerLeaders"> = {
  leaderName: "cloud-provider-extraction-migration",
  controllerLeaders: [
    { name: "node-route-controller", component: "*" },
    { name: "service-lb-controller", component: "*" },
    { name: "cloud-node-lifecycle-controller", component: "*" },
  ],
};

/** What a file is read as. */
export interface MigrationOptions {
  readonly dialect: Dialect;
  /** What the file calls this process. */
  readonly component: string;
  /** The name of a controller by any of its names. */
  readonly names: ReadonlyMap<string, string>;
}

/** The migration of a file's text; of the built-in configuration where there is none. Throws where it can't be used. */
export function readMigration(text: string | undefined, options: MigrationOptions): Migration {
  const { component: own, names } = options;
  const { leaderName, controllerLeaders } = text === undefined
    ? DEFAULT
    : configurationIn(text, options.dialect);
  const places = new Map<string, "migrated" | "elsewhere">();
  for (const { name, component } of controllerLeaders) {
    const known = names.get(name) ?? OLD_NAMES[name] ?? name;
    places.set(known, component === "*" || component === own ? "migrated" : "elsewhere");
  }
  return { leaderName, placeOf: (controller) => places.get(controller) ?? "main" };
}

/** Names that such files have had for controllers. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  "route-controller": "node-route-controller",
  "service-controller": "service-lb-controller",
};

function configurationIn(text: string, dialect: Dialect): typeof DEFAULT {
  const { object } = readConfiguration(text, {
    dialect,
    group: NAMES[dialect].configGroupControllerManager,
    versions: ["v1", "v1alpha1"],
    kind: "LeaderMigrationConfiguration",
  });
  const { leaderName = "", controllerLeaders = [] } = object as Partial<
    LeaderMigrationConfiguration
  >;
  const errors: FieldError[] = [];
  if (leaderName === "") {
    errors.push(FieldError.required(
      FieldPath.of("leaderName"),
      "leaderName must be set for LeaderMigrationConfiguration",
    ));
  }
  for (const [index, { name, component }] of controllerLeaders.entries()) {
    const path = FieldPath.of("controllerLeaders").index(index);
    if (!component) errors.push(FieldError.required(path.child("component"), ""));
    if (!name) errors.push(FieldError.required(path.child("name"), ""));
  }
  refuseConfiguration(errors);
  return { leaderName, controllerLeaders };
}
