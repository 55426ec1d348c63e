/**
 * Where pods come from besides the API server, and how the agent behaves on its host.
 *
 * @module
 */

import {
  bool,
  checked,
  flag,
  float,
  group,
  int,
  int32,
  type Kind,
  list,
  never,
  string,
} from "../../toolkit/flags/mod.ts";
import { duration, MINUTE, SECOND } from "../../toolkit/flags/duration.ts";
import { inConfigFile, notBuilt } from "./status.ts";

/** A list, as a header may come more than once, and then in the order given. */
const headers: Kind<readonly string[]> = {
  ...list,
  parse(text, earlier) {
    // Quotes are part of a header's value here, unlike in other lists.
    const all = text.split(",").filter((header) => header !== "");
    const wrong = all.find((header) => !header.includes(":"));
    if (wrong !== undefined) throw new Error(`malformed pair, expect string:string: ${wrong}`);
    return [...(earlier ?? []), ...all];
  },
};

/** Static pods and how often sources are read. */
export const sourceFlags = group("Pod sources", notBuilt, {
  "file-check-frequency": flag(duration, 20 * SECOND, "How often --pod-manifest-path is read", {
    deprecated: inConfigFile,
  }),
  "http-check-frequency": flag(duration, 20 * SECOND, "How often --manifest-url is read", {
    deprecated: inConfigFile,
  }),
  "manifest-url": flag(string, "", "The URL of additional pod manifests", {
    deprecated: inConfigFile,
  }),
  "manifest-url-header": flag(
    headers,
    [],
    "Headers for --manifest-url, comma separated and repeatable; those of one name go in this order",
    { deprecated: inConfigFile },
  ),
  "master-service-namespace": flag(
    string,
    "default",
    "The namespace whose master services are injected into pods",
    { deprecated: "the service of the API server is always in the namespace default" },
  ),
  "pod-manifest-path": flag(
    string,
    "",
    "The folder or file of static pods; names that begin with a dot are left out",
    { deprecated: inConfigFile },
  ),
  "runonce": flag(
    bool,
    false,
    "Exit after starting the pods of files and URLs; not together with --enable-server",
    { deprecated: inConfigFile },
  ),
  "sync-frequency": flag(
    duration,
    MINUTE,
    "The longest interval between syncs of running containers with the configuration",
    { deprecated: inConfigFile },
  ),
});

/** The agent's folders, its volumes and its place on the host. */
export const hostFlags = group("Host", notBuilt, {
  "allowed-unsafe-sysctls": flag(
    list,
    [],
    "Unsafe sysctls, or patterns that end in *, that pods may set, comma separated",
    { deprecated: inConfigFile },
  ),
  "chaos-chance": flag(
    float,
    0,
    "If above 0, the share of client calls that fail or lag, for tests",
    {
      deprecated: "for tests only",
    },
  ),
  "enable-controller-attach-detach": flag(
    bool,
    true,
    "Leave attaching and detaching volumes to the controller; the agent does none then",
  ),
  "exit-on-lock-contention": flag(bool, false, "Exit when another process wants --lock-file"),
  "experimental-check-node-capabilities-before-mount": flag(
    bool,
    false,
    "Check that the node has what a mount needs",
    { deprecated: "the check belongs to volume plugins" },
  ),
  "experimental-mounter-path": flag(string, "mount", "The path of the mounter program", {
    deprecated: "mounts are made by the agent itself",
  }),
  "fail-swap-on": flag(bool, true, "Refuse to start while swap is on", {
    deprecated: inConfigFile,
  }),
  "housekeeping-interval": flag(
    duration,
    10 * SECOND,
    "The interval between housekeeping of containers",
  ),
  "keep-terminated-pod-volumes": flag(
    bool,
    false,
    "Keep the volumes of finished pods mounted, for debugging",
    { deprecated: "it fills disks" },
  ),
  "lock-file": flag(string, "", "A file that the agent locks while it runs"),
  "max-open-files": flag(
    checked(int, (value) => value < 0 ? "must not be negative" : undefined),
    1000000,
    "The maximum number of files that the agent may have open",
    { deprecated: inConfigFile },
  ),
  "oom-score-adj": flag(
    checked(
      int32,
      (value) => value < -1000 || value > 1000 ? "must be from -1000 to 1000" : undefined,
    ),
    -999,
    "The agent's own oom_score_adj",
    { deprecated: inConfigFile },
  ),
  "protect-kernel-defaults": flag(
    bool,
    false,
    "Refuse to run where kernel settings differ from what the agent wants, instead of changing them",
    { deprecated: inConfigFile },
  ),
  "really-crash-for-testing": flag(bool, false, "Crash on an unexpected error, for tests", {
    deprecated: "for tests only",
  }),
  "root-dir": flag(
    string,
    (names) => names.agentFolder,
    "The folder of the agent's files, such as volume mounts",
  ),
  "seccomp-profile-root": flag(
    string,
    (names) => `${names.agentFolder}/seccomp`,
    "The folder of seccomp profiles",
    { deprecated: "it will be the folder seccomp below --root-dir, always" },
  ),
  "volume-plugin-dir": flag(
    string,
    (names) => names.volumePluginFolder,
    "The folder of third-party volume plugins",
    { deprecated: inConfigFile },
  ),
  "volume-stats-agg-period": flag(
    duration,
    MINUTE,
    "How often the disk usage of volumes is calculated; 0 disables it",
    { deprecated: inConfigFile },
  ),
  "contention-profiling": flag(bool, false, "Profile lock contention, when profiling is on", {
    deprecated: inConfigFile,
    status: never("the runtime runs one thread, so there are no locks to contend for"),
  }),
});
