/**
 * Descriptions of the texts, lists and maps of the core group that have names of their own.
 *
 * @module
 */

import type { AliasWords } from "./words.ts";

const SELECTS = "How a value is compared: among values or not, present or absent";
const PROFILE =
  "Unconfined: none. RuntimeDefault: that of the container runtime. Localhost: one that " +
  "is on the node.";
const TRAFFIC =
  "To which pods traffic is routed. Cluster: to all. Local: to those on the same node.";

/** The descriptions of the aliases of the core group. */
export const CORE_ALIASES: AliasWords = {
  AppArmorProfileType: `Which AppArmor profile confines a container. ${PROFILE}`,
  AzureDataDiskCachingMode: "What the host caches of a disk: nothing, what is read, or both what " +
    "is read and what is written.",
  AzureDataDiskKind: "Whether a disk is a blob in a shared storage account, a blob in one of its " +
    "own, or managed.",
  Capability: "A capability of a process, such as NET_BIND_SERVICE: its name without CAP_.",
  ClaimResourceStatus: "How far the resizing of a claim has come, at the volume (Controller) and " +
    "on the node (Node). Infeasible: it can't be done, and is not tried again.",
  ComponentConditionType: "A condition of a component: Healthy is the only one.",
  ConditionStatus: "Whether a condition holds. Unknown: whoever sets it can't tell.",
  ContainerRestartPolicy: "When a container is restarted after it ended: always, never, or if it " +
    "failed.",
  ContainerRestartRuleAction: "What is restarted if the rule matches: the container, or all " +
    "containers of the pod.",
  ContainerRestartRuleOnExitCodesOperator: "Whether the exit code must be among values or not.",
  DNSPolicy: "How names are resolved. ClusterFirst: by the cluster, then as on the node. " +
    "ClusterFirstWithHostNet: the same for pods in the node's network. Default: as on the node. " +
    "None: as dnsConfig says.",
  FinalizerName: "The name of a finalizer of a namespace.",
  HostPathType: "What must be at the path on the node. OrCreate: it is made where there is " +
    "nothing. Empty: nothing is checked.",
  IPFamily: "A version of the Internet protocol. Empty stands for an unknown one.",
  IPFamilyPolicy: "Whether a service has one address, one of each IP family if the cluster has " +
    "both, or one of each in any case.",
  IPFamilyPolicyType: "The older name of IPFamilyPolicy.",
  LimitType: "What a limit is about: a pod as a whole, each container, or each claim.",
  List: "A list of objects of any kinds.",
  LoadBalancerIPMode: "How a load balancer delivers traffic. VIP: with its own address as the " +
    "destination. Proxy: with that of a node or pod.",
  MountPropagationMode:
    "Whether mounts are seen that are made later: in neither direction, those " +
    "of the host in the container, or also those of the container on the host.",
  NamespaceConditionType: "Why a namespace that is being deleted is still there: what could not " +
    "be found, deleted or read, which objects are left, and which finalizers they wait for.",
  NamespacePhase: "Whether a namespace is in use or being deleted.",
  NodeAddressType: "What an address of a node is: a name or an IP address, inside or outside.",
  NodeConditionType: "A condition of a node. Ready: it takes pods. The others, if true, are " +
    "problems: too little memory, disk space or process IDs, no network.",
  NodeInclusionPolicy:
    "Whether nodes that the pod can't be on are counted (Ignore) or not (Honor).",
  NodePhase: "Deprecated: nothing sets it.",
  NodeSelectorOperator: `${SELECTS}, greater or less.`,
  OSName: "The operating system that a pod is for.",
  PersistentVolumeAccessMode: "Who may use a volume at once: the pods of one node, of many nodes " +
    "for reading, of many nodes for writing too, or one pod alone.",
  PersistentVolumeClaimConditionType: "A condition of a claim: it is being resized or modified, " +
    "that failed, or nothing uses it.",
  PersistentVolumeClaimModifyVolumeStatus: "How far the modification of a volume has come. " +
    "Infeasible: its driver can't do it.",
  PersistentVolumeClaimPhase: "Whether a claim waits for a volume, has one, or has lost it.",
  PersistentVolumeMode: "Whether a container gets the volume as a device or as a file system.",
  PersistentVolumePhase: "What a volume is. Pending: not ready. Available: free. Bound: in use. " +
    "Released: its claim is gone. Failed: it could not be reclaimed.",
  PersistentVolumeReclaimPolicy: "What happens to a volume once its claim is gone. Retain: it " +
    "stays as it is. Delete: it is deleted. Recycle (deprecated): it is emptied.",
  PodConditionType: "A condition of a pod. PodScheduled: it has a node. Initialized: its init " +
    "containers have succeeded. ContainersReady: all containers are ready. Ready: it gets " +
    "traffic. DisruptionTarget: it is about to be ended. The others tell of sandboxes, resizing " +
    "and restarts.",
  PodFSGroupChangePolicy: "When the files of a volume get the group of the pod: if its root " +
    "differs, or always.",
  PodPhase: "How far a pod has come. Pending: not all containers have started. Running: one runs " +
    "or restarts. Succeeded: all ended well. Failed: all ended, one badly. Unknown: its node " +
    "can't be reached.",
  PodQOSClass: "How a pod is treated where resources run short. Guaranteed: its requests are its " +
    "limits. Burstable: it has some. BestEffort: it has none, and is the first to be ended.",
  PodResizeStatus: "How far the resizing of a pod has come. Deferred: the node has no room now. " +
    "Infeasible: it never has.",
  PodSELinuxChangePolicy: "How files of a volume get the label of the pod: one by one, or by an " +
    "option of the mount.",
  PreemptionPolicy: "Whether pods of lower priority are evicted to make room for a pod.",
  ProcMountType: "Whether parts of /proc are hidden and read-only (Default) or not (Unmasked).",
  Protocol: "A protocol of ports.",
  PullPolicy: "When an image is fetched: always, never, or if the node doesn't have it.",
  RecursiveReadOnlyMode: "Whether mounts inside a read-only one are read-only too: no, if the " +
    "node can do it, or the pod fails.",
  ReplicationControllerConditionType:
    "A condition of a replication controller. ReplicaFailure: a " +
    "pod could not be created or deleted.",
  ResourceHealthStatus: "Whether a device works. Unknown: nobody has told lately.",
  ResourceID: "The ID of a device, unique on its node.",
  ResourceList: "Amounts by resource: cpu, memory and others.",
  ResourceName: "The name of a resource: cpu, memory, or DOMAIN/NAME for those of others. Quotas " +
    "have further ones, such as pods and limits.cpu.",
  ResourceQuotaScope:
    "Which objects a quota counts: pods with or without an end, with or without " +
    "requests, of a priority class, with affinity across namespaces, or claims of a class.",
  ResourceResizeRestartPolicy: "Whether a container is restarted when this resource is resized.",
  RestartPolicy: "When containers of a pod are restarted after they ended: always, if they " +
    "failed, or never.",
  ScopeSelectorOperator: `${SELECTS}.`,
  SeccompProfileType: `Which seccomp profile confines a container. ${PROFILE}`,
  SecretType: "What a secret is for, which decides the keys that it must have. Any other text is " +
    "allowed too.",
  ServiceAffinity: "Whether all traffic of a client goes to the same pod.",
  ServiceExternalTrafficPolicy: TRAFFIC,
  ServiceExternalTrafficPolicyType: "The older name of ServiceExternalTrafficPolicy.",
  ServiceInternalTrafficPolicy: TRAFFIC,
  ServiceInternalTrafficPolicyType: "The older name of ServiceInternalTrafficPolicy.",
  ServiceType:
    "From where a service can be reached: the cluster, also a port of every node, also " +
    "an external load balancer. ExternalName: it is an alias of a DNS name.",
  Signal: "A signal that ends a container. Those of Linux; Windows knows SIGKILL and SIGTERM.",
  StorageMedium: "Where a volume is. Empty: on the node's disk. Memory: in memory. HugePages: in " +
    "huge pages, HugePages-2Mi in such of this size.",
  SupplementalGroupsPolicy: "Whether the groups that the image gives its user count too (Merge) " +
    "or not (Strict).",
  TaintEffect: "What a taint does to pods that don't tolerate it. NoSchedule: the node gets none " +
    "of them. PreferNoSchedule: only if there is no other. NoExecute: those on it are evicted too.",
  TerminationMessagePolicy: "Where a container's last message is from: its file, or if that is " +
    "empty after a failure the end of its log.",
  TolerationOperator: "How a toleration is compared with a taint. Exists: by its key. Equal: by " +
    "key and value. Lt and Gt: the taint's value is a number less or greater than this.",
  URIScheme: "The scheme of a probe's or hook's URL.",
  UniqueVolumeName: "The name of a volume, unique on its node.",
  UnsatisfiableConstraintAction: "What happens to a pod that can't meet a constraint: it waits, " +
    "or is placed nevertheless.",
};
