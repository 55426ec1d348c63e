/**
 * Containers, images and the network of pods.
 *
 * @module
 */

import {
  bool,
  checked,
  flag,
  group,
  int32,
  list,
  never,
  notNegative,
  oneOf,
  string,
  works,
} from "../../toolkit/flags/mod.ts";
import { duration, MINUTE } from "../../toolkit/flags/duration.ts";
import { inConfigFile, noDaemon, notBuilt } from "./status.ts";

const percent = checked(
  int32,
  (value) => value < 0 || value > 100 ? "must be from 0 to 100" : undefined,
);

/** The container runtime. */
export const runtimeFlags = group("Container runtime", notBuilt, {
  "builtin-endpoint": flag(
    string,
    "unix:///var/run/builtin.sock",
    "The built-in runtime's endpoint",
    {
      status: noDaemon,
    },
  ),
  "container-log-max-files": flag(
    checked(int32, (value) => value < 2 ? "must be 2 or more" : undefined),
    5,
    "The maximum number of log files of a container; with --container-runtime=remote",
    { deprecated: inConfigFile },
  ),
  "container-log-max-size": flag(
    string,
    "10Mi",
    "The size at which a container's log file is rotated; with --container-runtime=remote",
    { deprecated: inConfigFile },
  ),
  "container-runtime": flag(
    oneOf("string", ["builtin", "remote", "simulated"]),
    "builtin",
    "builtin, the agent's own; remote, one that speaks the container runtime interface; or simulated, which runs pods without processes and is the only one yet",
    { status: works },
  ),
  "container-runtime-endpoint": flag(
    string,
    "unix:///var/run/builtinshim.sock",
    "The endpoint of the remote runtime: a unix socket",
  ),
  "maximum-dead-containers": flag(
    int32,
    -1,
    "The maximum number of old containers that are kept in all; negative: no limit",
    { deprecated: "use --eviction-hard or --eviction-soft" },
  ),
  "maximum-dead-containers-per-container": flag(
    int32,
    1,
    "The maximum number of old instances of a container that are kept",
    { deprecated: "use --eviction-hard or --eviction-soft" },
  ),
  "minimum-container-ttl-duration": flag(
    duration,
    0,
    "How old a finished container must be before it is removed",
    { deprecated: "use --eviction-hard or --eviction-soft" },
  ),
  "pod-infra-container-image": flag(
    string,
    "<pause_image>",
    "The image that is never removed as unused, because all pods need it",
    { status: never("pods are held by the agent's own pause process, which needs no image") },
  ),
  "redirect-container-streaming": flag(
    bool,
    false,
    "Send streaming clients to the runtime itself instead of passing the data through the agent",
    {
      deprecated: "it lets clients reach the runtime",
      status: never("streams always pass through the agent, which keeps the runtime unreachable"),
    },
  ),
  "runtime-cgroups": flag(string, "", "The cgroups in which the runtime runs"),
  "runtime-request-timeout": flag(
    duration,
    2 * MINUTE,
    "How long a request to the runtime may take, other than pulls, logs, exec and attach",
    { deprecated: inConfigFile },
  ),
});

/** Images and registries. */
export const imageFlags = group("Images", notBuilt, {
  "image-credential-provider-bin-dir": flag(
    string,
    "",
    "The folder of the programs that provide registry credentials",
  ),
  "image-credential-provider-config": flag(
    string,
    "",
    "The configuration file of registry credential providers",
  ),
  "image-gc-high-threshold": flag(
    percent,
    85,
    "Percent of the disk above which unused images are removed; 100 is never",
    { deprecated: inConfigFile },
  ),
  "image-gc-low-threshold": flag(
    percent,
    80,
    "Percent of the disk down to which unused images are removed; not above the high threshold",
    { deprecated: inConfigFile },
  ),
  "image-pull-progress-deadline": flag(
    duration,
    MINUTE,
    "An image pull is cancelled after this long without progress; built-in runtime only",
  ),
  "image-service-endpoint": flag(
    string,
    "",
    "The endpoint of the image service; empty: the same as the runtime's",
  ),
  "minimum-image-ttl-duration": flag(
    duration,
    2 * MINUTE,
    "How long an image must be unused before it is removed",
    { deprecated: inConfigFile },
  ),
  "registry-burst": flag(
    notNegative(int32),
    10,
    "The maximum burst of image pulls, within --registry-qps",
    {
      deprecated: inConfigFile,
    },
  ),
  "registry-qps": flag(
    notNegative(int32),
    5,
    "The maximum number of image pulls per second; 0 means no limit",
    {
      deprecated: inConfigFile,
    },
  ),
  "serialize-image-pulls": flag(bool, true, "Pull one image at a time", {
    deprecated: inConfigFile,
  }),
  "vendor-a-container-registry-config": flag(
    string,
    "",
    "The file with the vendor's container registry configuration",
    { status: never("there is no built-in integration with that vendor's cloud") },
  ),
});

const bit = checked(
  int32,
  (value) => value < 0 || value > 31 ? "must be from 0 to 31" : undefined,
);

/** Pods' network and names. */
export const networkFlags = group("Network", notBuilt, {
  "cluster-dns": flag(
    list,
    [],
    "The DNS servers of pods whose dnsPolicy is ClusterFirst; all must serve the same records",
    { deprecated: inConfigFile },
  ),
  "cluster-domain": flag(string, "", "The cluster's domain, a search domain of containers", {
    deprecated: inConfigFile,
  }),
  "cni-bin-dir": flag(
    string,
    "/opt/cni/bin",
    "The folders of CNI programs, comma separated; built-in runtime only",
  ),
  "cni-cache-dir": flag(
    string,
    "/var/lib/cni/cache",
    "The folder of CNI's cache; built-in runtime only",
  ),
  "cni-conf-dir": flag(
    string,
    "/etc/cni/net.d",
    "The folder of CNI's configuration; built-in runtime only",
  ),
  "hairpin-mode": flag(
    oneOf("string", ["promiscuous-bridge", "hairpin-veth", "none"]),
    "promiscuous-bridge",
    "How a pod reaches itself through its own service: promiscuous-bridge, hairpin-veth or none",
    { deprecated: inConfigFile },
  ),
  "iptables-drop-bit": flag(bit, 15, "The bit of the mark on packets that are dropped", {
    deprecated: inConfigFile,
  }),
  "iptables-masquerade-bit": flag(
    bit,
    14,
    "The bit of the mark on packets whose source address is rewritten; the proxy's must be the same",
    { deprecated: inConfigFile },
  ),
  "make-iptables-util-chains": flag(bool, true, "Keep the packet filter's shared rules in place", {
    deprecated: inConfigFile,
  }),
  "network-plugin": flag(string, "", "The network plugin; built-in runtime only"),
  "network-plugin-mtu": flag(
    int32,
    0,
    "The MTU of pods' network; 0 is the default of 1460; built-in runtime only",
  ),
  "non-masquerade-cidr": flag(
    string,
    "10.0.0.0/8",
    "Traffic outside of it gets the node's source address; 0.0.0.0/0: none does",
    { deprecated: "the network plugin decides" },
  ),
  "resolv-conf": flag(
    string,
    "/etc/resolv.conf",
    "The file that containers' DNS settings start from",
    {
      deprecated: inConfigFile,
    },
  ),
});
