/**
 * `orch owners`: who owns which field of an object, and what an apply would make of it.
 *
 * @module
 */

import { flag, FlagError, group, oneOf, string, works } from "../../flags/mod.ts";
import type { AnyKind, AnyObject, Kind } from "../../kinds/mod.ts";
import { clusterFlags, namespaceFlag, openCluster } from "../cluster.ts";
import { command } from "../command.ts";
import { EXIT_DONE } from "../../process/exit_codes.ts";
import { findKind } from "../find_kind.ts";
import { painter } from "../paint.ts";
import { printableJson } from "../printable.ts";
import { saidObject } from "../said_object.ts";
import { configurationIn } from "./configuration.ts";
import { type FieldRow, fieldRows } from "./field_rows.ts";
import { changesText, ownersText } from "./print.ts";

/** The apply would be refused. */
export const EXIT_CONFLICT = 3;
/** Whom `kubectl apply --server-side` applies as. */
const USUAL_MANAGER = "kubectl";

/** Runs the command; settles with its exit code. */
export const main = command({
  name: "owners",
  usage: ["KIND/NAME [flags]", "KIND NAME [flags]"],
  about:
    `Shows the fields of an object as a tree, each with its value and who owns it: the manager, how it wrote the field, and when. A field without an owner was filled in by the server.

With --apply it shows what applying that file would change, whose the fields are, and which of them are in conflict. The server is asked for a dry run: nothing is written.

KIND is a plural, singular, short name or kind, with its group behind it where several have one of that name: deploy, deployments.apps, Deployment.v1.apps.

Exit codes: 0, also for no change; 1 for a failure; 2 for a command line that makes no sense; 3 where the apply would be refused for conflicts.

Examples:
  orch owners deployment/web
  orch owners deploy web -n shop -o json
  orch owners deploy web --apply web.yaml --field-manager ci`,
  groups: [
    group("Object", works, {
      "namespace": namespaceFlag,
      "apply": flag(
        string,
        "",
        "A file with the object as it would be applied, in YAML or JSON; - is the standard input",
        { placeholder: "file", shorthand: "f" },
      ),
      "field-manager": flag(
        string,
        "",
        `As whom it would be applied (default ${USUAL_MANAGER}, as kubectl apply --server-side does)`,
        { placeholder: "name" },
      ),
    }),
    group("Output", works, {
      "output": flag(oneOf("string", ["text", "json"]), "text", "How to print: text or json", {
        shorthand: "o",
      }),
    }),
    clusterFlags,
  ],
  async run({ values, given, rest, ...surroundings }) {
    const said = saidObject(rest);
    const { apply: file, output } = values;
    if (given.has("apply") && file === "") throw new FlagError("--apply names no file");
    if (given.has("field-manager") && file === "") {
      throw new FlagError("--field-manager is about --apply, which is not given");
    }
    const { terminal } = surroundings;
    const paint = painter(surroundings);
    await using client = await openCluster(values, surroundings, values.namespace);
    const kind = await findKind(client, said.kind);
    const namespace = kind.namespaced ? client.namespace : "";
    const place = { kind, name: said.name, namespace };
    if (file === "") {
      const object = await client.get(kind, { name: said.name, namespace });
      const rows = fieldRows(object);
      terminal.out(
        output === "json"
          ? printableJson({
            ...identityOf(place),
            fields: rows.filter(isSaid).map(({ path, value, owners }) => ({ path, value, owners })),
          })
          : `${titleOf(place)}\n\n${ownersText(rows, paint)}`,
      );
      return EXIT_DONE;
    }
    const configuration = await configurationIn(file, place, surroundings.input);
    const manager = values["field-manager"] || USUAL_MANAGER;
    const changes = await client.explainApply(kind, configuration, {
      namespace,
      fieldManager: manager,
    });
    terminal.out(
      output === "json"
        ? printableJson({ ...identityOf(place), fieldManager: manager, changes })
        : changesText({ object: titleOf(place), manager, changes }, paint),
    );
    return changes.some(({ conflict }) => conflict) ? EXIT_CONFLICT : EXIT_DONE;
  },
});

/** Which object it is. */
interface Place {
  readonly kind: Kind<AnyObject>;
  readonly name: string;
  readonly namespace: string;
}

/** Whether a row says more than that there is something in it. */
function isSaid(row: FieldRow): boolean {
  return "value" in row || row.owners.length > 0;
}

function identityOf({ kind: { group, version, kind }, name, namespace }: Place) {
  return { group, version, kind, ...(namespace !== "" && { namespace }), name };
}

function titleOf({ kind, name, namespace }: Place): string {
  return `${resourceOf(kind)} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}

/** `deployments.apps`. */
function resourceOf({ plural, group }: AnyKind): string {
  return group === "" ? plural : `${plural}.${group}`;
}
