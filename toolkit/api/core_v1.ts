// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of core/v1. */
export declare namespace coreV1 {
  /** An EBS disk of AWS. */
  interface AWSElasticBlockStoreVolumeSource {
    /** The ID of the volume. */
    volumeID: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** The partition to mount. If 0 or unset, the whole disk. */
    partition?: number;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** Scheduling rules for the nodes and neighbors of a pod. */
  interface Affinity {
    /** Rules for the labels and fields of nodes. */
    nodeAffinity?: NodeAffinity;
    /** Rules to run near certain other pods. */
    podAffinity?: PodAffinity;
    /** Rules to avoid certain other pods. */
    podAntiAffinity?: PodAntiAffinity;
  }

  /** An AppArmor profile, which confines processes. */
  interface AppArmorProfile {
    /**
     * RuntimeDefault uses the container runtime's profile, Unconfined none, Localhost the one in
     * localhostProfile.
     */
    type: AppArmorProfileType;
    /** The name of a profile on the node. Required for type Localhost, otherwise not allowed. */
    localhostProfile?: string;
  }

  /**
   * Which AppArmor profile confines a container. Unconfined: none. RuntimeDefault: that of the
   * container runtime. Localhost: one that is on the node.
   */
  type AppArmorProfileType = "Unconfined" | "RuntimeDefault" | "Localhost";

  /** A volume that is attached to a node. */
  interface AttachedVolume {
    /** The name of the volume. */
    name: UniqueVolumeName;
    /** The path of the device. */
    devicePath: string;
  }

  /** Which pods a node should not get, as an annotation of the node says it. */
  interface AvoidPods {
    /** The pods to avoid, by their controllers. */
    preferAvoidPods?: PreferAvoidPodsEntry[];
  }

  /**
   * What the host caches of a disk: nothing, what is read, or both what is read and what is written.
   */
  type AzureDataDiskCachingMode = "None" | "ReadOnly" | "ReadWrite";

  /** Whether a disk is a blob in a shared storage account, a blob in one of its own, or managed. */
  type AzureDataDiskKind = "Shared" | "Dedicated" | "Managed";

  /** A disk of Azure. */
  interface AzureDiskVolumeSource {
    /** The name of the disk. */
    diskName: string;
    /** The URI of the disk. */
    diskURI: string;
    /** The host caching mode: None, ReadOnly or ReadWrite (the default). */
    cachingMode?: AzureDataDiskCachingMode;
    /** The file system type. Default: ext4. */
    fsType?: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /**
     * Shared (the default): several disks per storage account. Dedicated: one. Managed: a managed
     * disk.
     */
    kind?: AzureDataDiskKind;
  }

  /** A file share of Azure. */
  interface AzureFilePersistentVolumeSource {
    /** The secret with the storage account's name and key. */
    secretName: string;
    /** The name of the share. */
    shareName: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** The namespace of the secret. If unset, the claim's. */
    secretNamespace?: string | null;
  }

  /** A file share of Azure. */
  interface AzureFileVolumeSource {
    /** The secret with the storage account's name and key. */
    secretName: string;
    /** The name of the share. */
    shareName: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** Assigns a pod to a node, through the pod's binding subresource. It is not stored. */
  interface Binding {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Binding";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The node to assign the pod to: kind Node, and its name. */
    target: ObjectReference;
  }

  /** A volume managed by a CSI driver. */
  interface CSIPersistentVolumeSource {
    /** The name of the driver. */
    driver: string;
    /** The driver's own ID of the volume. */
    volumeHandle: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** Attributes of the volume, as returned by the driver at creation. */
    volumeAttributes?: Record<string, string>;
    /** A secret for the driver's attach and detach calls. */
    controllerPublishSecretRef?: SecretReference;
    /** A secret for the driver's calls that stage the volume on a node. */
    nodeStageSecretRef?: SecretReference;
    /** A secret for the driver's calls that mount the volume for a pod. */
    nodePublishSecretRef?: SecretReference;
    /** A secret for the driver's calls that expand the volume on the controller. */
    controllerExpandSecretRef?: SecretReference;
    /** A secret for the driver's calls that expand the volume on a node. */
    nodeExpandSecretRef?: SecretReference;
  }

  /** A volume that a CSI driver creates for one pod. */
  interface CSIVolumeSource {
    /** The name of the driver. */
    driver: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** The file system type. If unset, the driver chooses one. */
    fsType?: string;
    /** Attributes for the driver, by key. */
    volumeAttributes?: Record<string, string>;
    /** A secret in the pod's namespace for the driver's mount call. */
    nodePublishSecretRef?: LocalObjectReference;
  }

  /** Linux capabilities to add and drop, without the prefix CAP_. */
  interface Capabilities {
    /** Capabilities to add, such as NET_ADMIN, or ALL. */
    add?: Capability[];
    /** Capabilities to drop, such as ALL. */
    drop?: Capability[];
  }

  /** A capability of a process, such as NET_BIND_SERVICE: its name without CAP_. */
  type Capability = string;

  /** A CephFS directory. */
  interface CephFSPersistentVolumeSource {
    /** The Ceph monitors. */
    monitors: string[];
    /** The directory to mount. Default: /. */
    path?: string;
    /** The Ceph user. Default: admin. */
    user?: string;
    /** The path of the file with the user's secret. Default: /etc/ceph/user.secret. */
    secretFile?: string;
    /** A secret with credentials. */
    secretRef?: SecretReference;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** A CephFS directory. */
  interface CephFSVolumeSource {
    /** The Ceph monitors. */
    monitors: string[];
    /** The directory to mount. Default: /. */
    path?: string;
    /** The Ceph user. Default: admin. */
    user?: string;
    /** The path of the file with the user's secret. Default: /etc/ceph/user.secret. */
    secretFile?: string;
    /** A secret in the pod's namespace with credentials. */
    secretRef?: LocalObjectReference;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** A disk of OpenStack. */
  interface CinderPersistentVolumeSource {
    /** The ID of the volume. */
    volumeID: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** A secret with credentials. */
    secretRef?: SecretReference;
  }

  /** A disk of OpenStack. */
  interface CinderVolumeSource {
    /** The ID of the volume. */
    volumeID: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** A secret in the pod's namespace with credentials. */
    secretRef?: LocalObjectReference;
  }

  /**
   * How far the resizing of a claim has come, at the volume (Controller) and on the node (Node).
   * Infeasible: it can't be done, and is not tried again.
   */
  type ClaimResourceStatus = "ControllerResizeInProgress" | "ControllerResizeInfeasible" | "NodeResizePending" | "NodeResizeInProgress" | "NodeResizeInfeasible";

  /** Settings for session affinity by client IP address. */
  interface ClientIPConfig {
    /** How many seconds a session lasts: 1 to 86400. Default: 10800. */
    timeoutSeconds?: number;
  }

  /** Trusted CA certificates, as one PEM file. */
  interface ClusterTrustBundleProjection {
    /** The name of a trust bundle. Not allowed with signerName. */
    name?: string;
    /** Use all trust bundles of this signer that labelSelector selects. */
    signerName?: string;
    /** Selects trust bundles of the signer. If unset, none; empty selects all. */
    labelSelector?: metaV1.LabelSelector;
    /** Whether the trust bundles may be missing. Default: false. */
    optional?: boolean;
    /** The path of the file relative to the root of the volume. */
    path: string;
  }

  /** The health of a component. */
  interface ComponentCondition {
    /** The type of the condition: Healthy. */
    type: ComponentConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: ConditionStatus;
    /** The response of the component. */
    message?: string;
    /** Why the check failed. */
    error?: string;
  }

  /** A condition of a component: Healthy is the only one. */
  type ComponentConditionType = "Healthy" | (string & Record<never, never>);

  /** The health of a control plane component. Deprecated and read-only. */
  interface ComponentStatus {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ComponentStatus";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The conditions of the object, at most one of each type. */
    conditions?: ComponentCondition[];
  }

  /** A list of ComponentStatus objects. */
  interface ComponentStatusList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ComponentStatusList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ComponentStatus[];
  }

  /** Whether a condition holds. Unknown: whoever sets it can't tell. */
  type ConditionStatus = "True" | "False" | "Unknown" | (string & Record<never, never>);

  /** Configuration data for pods, as strings and bytes by key. At most 1 MiB in total. */
  interface ConfigMap {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ConfigMap";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /**
     * True makes the data immutable. It can't be set back to false: delete the object and create it
     * again. Default: false.
     */
    immutable?: boolean;
    /** Strings by key. Keys consist of letters, digits, -, _ and dots. */
    data?: Record<string, string>;
    /** Bytes by key, in Base64. The keys must not be in data too. */
    binaryData?: Record<string, scalars.Base64>;
  }

  /** A config map whose keys become environment variables. */
  interface ConfigMapEnvSource extends LocalObjectReference {
    /** Whether the config map may be missing. Default: false. */
    optional?: boolean;
  }

  /** A key of a config map. */
  interface ConfigMapKeySelector extends LocalObjectReference {
    /** The key in the config map. */
    key: string;
    /** Whether the config map or the key may be missing. Default: false. */
    optional?: boolean;
  }

  /** A list of ConfigMap objects. */
  interface ConfigMapList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ConfigMapList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ConfigMap[];
  }

  /** Deprecated: a config map with the configuration of a node agent. */
  interface ConfigMapNodeConfigSource {
    /** The namespace of the config map. */
    namespace: string;
    /** The name of the config map. */
    name: string;
    /** The UID of the config map. In statuses only. */
    uid?: string;
    /** The resourceVersion of the config map. In statuses only. */
    resourceVersion?: string;
    /** The key that contains the configuration. */
    kubeletConfigKey: string;
  }

  /** A config map in a projected volume. */
  interface ConfigMapProjection extends LocalObjectReference {
    /** The keys to include, and their paths. If empty, all keys, each as a file of its name. */
    items?: KeyToPath[];
    /** Whether the object or the listed keys may be missing. Default: false. */
    optional?: boolean;
  }

  /** A config map, with each key as a file. */
  interface ConfigMapVolumeSource extends LocalObjectReference {
    /** The keys to include, and their paths. If empty, all keys, each as a file of its name. */
    items?: KeyToPath[];
    /** The permission bits of the files: 0 to 0777; in JSON as a decimal number. Default: 0644. */
    defaultMode?: number;
    /** Whether the object or the listed keys may be missing. Default: false. */
    optional?: boolean;
  }

  /** A process that runs in a pod: its image, command and resources. */
  interface Container {
    /**
     * The name of the container: a DNS label, unique among all containers of the pod. Can't be
     * changed.
     */
    name: string;
    /**
     * The image to run, with a tag or digest. Changing it in a running pod restarts the container.
     */
    image?: string;
    /**
     * The command to run instead of the image's entry point. $(NAME) is replaced by an environment
     * variable, $$(NAME) yields $(NAME).
     */
    command?: string[];
    /**
     * The arguments of the command, instead of the image's. $(NAME) is replaced by an environment
     * variable, $$(NAME) yields $(NAME).
     */
    args?: string[];
    /** The working directory of the command. If unset, the image's. */
    workingDir?: string;
    /** The ports that the container listens on. Informational: unlisted ports can be reached too. */
    ports?: ContainerPort[];
    /**
     * Config maps and secrets whose keys become environment variables. If several have the same key,
     * the last wins; env overrides them all.
     */
    envFrom?: EnvFromSource[];
    /** Environment variables, in order: later ones can refer to earlier ones. */
    env?: EnvVar[];
    /**
     * The resources that the container needs (requests) and may use at most (limits). In a running
     * pod, change them through the resize subresource.
     */
    resources?: ResourceRequirements;
    /** Whether the container must be restarted to resize its CPU or memory. */
    resizePolicy?: ContainerResizePolicy[];
    /**
     * Overrides the pod's restartPolicy for this container. Always makes an init container a sidecar.
     */
    restartPolicy?: ContainerRestartPolicy;
    /**
     * Rules by exit code that precede restartPolicy: the first match applies. At most 20; requires
     * restartPolicy.
     */
    restartPolicyRules?: ContainerRestartRule[];
    /** Volumes of the pod to mount in the container, each at a different path. */
    volumeMounts?: VolumeMount[];
    /** Block volumes of the pod to provide as devices in the container. */
    volumeDevices?: VolumeDevice[];
    /**
     * Periodically checks whether the container is alive. After failureThreshold failures it is
     * killed, and restarted by its restart policy. If unset, it counts as alive while it runs.
     */
    livenessProbe?: Probe;
    /**
     * Checks whether the container is ready to serve. While that fails, the pod is not ready and
     * receives no service traffic. If unset, it is ready once it runs.
     */
    readinessProbe?: Probe;
    /**
     * Checks whether the container has started. Other probes wait until it succeeds once. After
     * failureThreshold failures the container is killed, and restarted by its restart policy.
     */
    startupProbe?: Probe;
    /** Hooks that run after the container's start and before its stop. */
    lifecycle?: Lifecycle;
    /**
     * The file to which the container can write a termination message: up to 4096 bytes appear in its
     * status. Default: /dev/termination-log. Can't be changed.
     */
    terminationMessagePath?: string;
    /**
     * File (the default) reads the termination message from its file only. FallbackToLogsOnError uses
     * the end of the log if the file is empty and the container failed.
     */
    terminationMessagePolicy?: TerminationMessagePolicy;
    /**
     * When to pull the image: Always, IfNotPresent or Never. Default: Always if the tag is latest or
     * there is no tag or digest, otherwise IfNotPresent.
     */
    imagePullPolicy?: PullPolicy;
    /** The security settings of the container. They override the pod's. */
    securityContext?: SecurityContext;
    /** Whether to keep standard input open, so that clients can attach to it. Default: false. */
    stdin?: boolean;
    /**
     * Whether to close standard input after the first attached client disconnects. Default: false.
     */
    stdinOnce?: boolean;
    /** Whether to allocate a terminal. Requires stdin. Default: false. */
    tty?: boolean;
  }

  /** The request that provides a container's extended resource. */
  interface ContainerExtendedResourceRequest {
    /** The name of the container. */
    containerName: string;
    /** The name of the extended resource. */
    resourceName: string;
    /** The name of the request in the claim. */
    requestName: string;
  }

  /** A container image on a node. */
  interface ContainerImage {
    /** The names of the image, with tag and with digest. */
    names?: string[] | null;
    /** The size in bytes. */
    sizeBytes?: scalars.Int64;
  }

  /** A port that a container listens on. */
  interface ContainerPort {
    /** A name that services can refer to: at most 15 characters with a letter, unique in the pod. */
    name?: string;
    /**
     * The port of the node that is forwarded to this port: 1 to 65535. It must equal containerPort in
     * the host network. Only one pod per node can use a host port of an address and protocol.
     */
    hostPort?: number;
    /** The port number: 1 to 65535. */
    containerPort: number;
    /** The protocol: TCP (the default), UDP or SCTP. */
    protocol?: Protocol;
    /** The address of the node on which hostPort is open. If unset, all addresses. */
    hostIP?: string;
  }

  /** How a running container is treated when a resource is resized. */
  interface ContainerResizePolicy {
    /** The resource: cpu or memory. */
    resourceName: ResourceName;
    /**
     * NotRequired (the default) resizes without a restart, RestartContainer restarts the container.
     */
    restartPolicy: ResourceResizeRestartPolicy;
  }

  /** When a container is restarted after it ended: always, never, or if it failed. */
  type ContainerRestartPolicy = "Always" | "Never" | "OnFailure" | (string & Record<never, never>);

  /** A rule about restarting a container when it exits. */
  interface ContainerRestartRule {
    /** Restart restarts the container, RestartAllContainers all containers of the pod. */
    action?: ContainerRestartRuleAction;
    /** The exit codes that the rule applies to. */
    exitCodes?: ContainerRestartRuleOnExitCodes;
  }

  /** What is restarted if the rule matches: the container, or all containers of the pod. */
  type ContainerRestartRuleAction = "Restart" | "RestartAllContainers" | (string & Record<never, never>);

  /** A set of exit codes. */
  interface ContainerRestartRuleOnExitCodes {
    /** In: the exit code is among the values. NotIn: it is not. */
    operator?: ContainerRestartRuleOnExitCodesOperator;
    /** The exit codes: at most 255. */
    values?: number[];
  }

  /** Whether the exit code must be among values or not. */
  type ContainerRestartRuleOnExitCodesOperator = "In" | "NotIn" | (string & Record<never, never>);

  /** The state of a container: one of these. If none is set, it is waiting. */
  interface ContainerState {
    /** The container is not running yet, or not again. */
    waiting?: ContainerStateWaiting;
    /** The container is running. */
    running?: ContainerStateRunning;
    /** The container has terminated. */
    terminated?: ContainerStateTerminated;
  }

  /** A running container. */
  interface ContainerStateRunning {
    /** When the container was last started. */
    startedAt?: scalars.Time | null;
  }

  /** A terminated container. */
  interface ContainerStateTerminated {
    /** The exit code of the container. */
    exitCode: number;
    /** The signal that terminated the container, if any. */
    signal?: number;
    /** Why it terminated, as one word: Completed, Error, OOMKilled. */
    reason?: string;
    /** The termination message of the container, as terminationMessagePolicy selects it. */
    message?: string;
    /** When the container was started. */
    startedAt?: scalars.Time | null;
    /** When the container terminated. */
    finishedAt?: scalars.Time | null;
    /** The ID of the container: RUNTIME://ID. */
    containerID?: string;
  }

  /** A container that is not running yet. */
  interface ContainerStateWaiting {
    /** Why it is waiting, as one word: ContainerCreating, ImagePullBackOff, CrashLoopBackOff. */
    reason?: string;
    /** Why it is waiting, as a human-readable message. */
    message?: string;
  }

  /** The observed state of a container of a pod. */
  interface ContainerStatus {
    /** The name of the container in the spec. */
    name: string;
    /** The current state of the container. */
    state?: ContainerState;
    /** The previous state of the container: how it last terminated, if it was restarted. */
    lastState?: ContainerState;
    /**
     * Whether the container is started and passes its readiness probe. For an init container: whether
     * it has completed, or as a sidecar is ready.
     */
    ready: boolean;
    /** How many times the container was restarted, as far as the node still knows. */
    restartCount: number;
    /** The image that the container runs, as the runtime names it. */
    image: string;
    /** The ID of the image, with its digest if the runtime knows it. */
    imageID: string;
    /** The ID of the container: RUNTIME://ID. */
    containerID?: string;
    /**
     * Whether the post-start hook has finished and the startup probe has succeeded. False again after
     * a restart.
     */
    started?: boolean;
    /** The resources that the node has allocated to the container. */
    allocatedResources?: ResourceList;
    /** The requests and limits that are in effect. */
    resources?: ResourceRequirements;
    /** How volumes are mounted in the container. */
    volumeMounts?: VolumeMountStatus[];
    /** The user of the container's first process. */
    user?: ContainerUser;
    /** The health of the devices and claimed resources that are allocated to the container. */
    allocatedResourcesStatus?: ResourceStatus[];
    /** The signal that stops the container. */
    stopSignal?: Signal;
  }

  /** The user of the first process of a container. */
  interface ContainerUser {
    /** The user and group IDs on Linux. */
    linux?: LinuxContainerUser;
  }

  /**
   * How names are resolved. ClusterFirst: by the cluster, then as on the node.
   * ClusterFirstWithHostNet: the same for pods in the node's network. Default: as on the node. None:
   * as dnsConfig says.
   */
  type DNSPolicy = "ClusterFirstWithHostNet" | "ClusterFirst" | "Default" | "None";

  /** A port of a daemon. */
  interface DaemonEndpoint {
    /** The port number. */
    Port: number;
  }

  /** Fields and resources of the pod, each as a file. */
  interface DownwardAPIProjection {
    /** The files. */
    items?: DownwardAPIVolumeFile[];
  }

  /** A field or resource of the pod as a file. */
  interface DownwardAPIVolumeFile {
    /** The path of the file relative to the root of the volume, without two dots. */
    path: string;
    /**
     * A field of the pod: name, namespace, uid, labels or annotations. Files of labels and
     * annotations are updated.
     */
    fieldRef?: ObjectFieldSelector;
    /** A request or limit of a container. */
    resourceFieldRef?: ResourceFieldSelector;
    /**
     * The permission bits of the file: 0 to 0777; in JSON as a decimal number. If unset, the volume's
     * default.
     */
    mode?: number;
  }

  /** Fields and resources of the pod, each as a file. */
  interface DownwardAPIVolumeSource {
    /** The files. */
    items?: DownwardAPIVolumeFile[];
    /** The permission bits of the files: 0 to 0777; in JSON as a decimal number. Default: 0644. */
    defaultMode?: number;
  }

  /** A directory that is initially empty, and deleted when the pod leaves the node. */
  interface EmptyDirVolumeSource {
    /**
     * The storage medium: empty (the default) for the node's disk, Memory, HugePages or
     * HugePages-SIZE.
     */
    medium?: StorageMedium;
    /**
     * The maximum size; the pod is evicted if it is exceeded. In memory the memory limits of the
     * containers apply too. If unset, no limit.
     */
    sizeLimit?: scalars.Quantity;
  }

  /** An address of an endpoint. */
  interface EndpointAddress {
    /** The IP address; not loopback or link-local. */
    ip: string;
    /** The host name of the endpoint. */
    hostname?: string;
    /** The node that the endpoint is on. */
    nodeName?: string;
    /** The object behind the address, such as a pod. */
    targetRef?: ObjectReference;
  }

  /** A port of an endpoint. */
  interface EndpointPort {
    /** The name of the service port. Required if there are several ports. */
    name?: string;
    /** The port number. */
    port: number;
    /** The protocol: TCP (the default), UDP or SCTP. */
    protocol?: Protocol;
    /** The application protocol, as a hint for implementations. */
    appProtocol?: string;
  }

  /** A set of addresses with the same ports. */
  interface EndpointSubset {
    /** Addresses that are ready. */
    addresses?: EndpointAddress[];
    /**
     * Addresses that are not ready, because they are starting, terminating or failing their readiness
     * probe.
     */
    notReadyAddresses?: EndpointAddress[];
    /** The ports of every address. */
    ports?: EndpointPort[];
  }

  /**
   * The addresses of the service with the same name. Deprecated: use endpoint slices, which scale
   * better and hold more data.
   */
  interface Endpoints {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Endpoints";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** Sets of addresses and ports; within a set, every address has every port. */
    subsets?: EndpointSubset[];
  }

  /** A list of Endpoints objects. */
  interface EndpointsList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "EndpointsList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Endpoints[];
  }

  /** A source of environment variables: each key of a config map or secret becomes one. */
  interface EnvFromSource {
    /** A prefix for the names of the variables. */
    prefix?: string;
    /** The config map. */
    configMapRef?: ConfigMapEnvSource;
    /** The secret. */
    secretRef?: SecretEnvSource;
  }

  /** An environment variable, with either a value or a source. */
  interface EnvVar {
    /** The name of the variable: printable ASCII characters without =. */
    name: string;
    /**
     * The value. $(NAME) is replaced by an earlier variable, $$(NAME) yields $(NAME). Default: empty.
     */
    value?: string;
    /** The source of the value. Not allowed with value. */
    valueFrom?: EnvVarSource;
  }

  /** The source of a variable's value: exactly one of these. */
  interface EnvVarSource {
    /** A field of the pod, such as its name, namespace, labels, annotations or addresses. */
    fieldRef?: ObjectFieldSelector;
    /** A request or limit of a container. */
    resourceFieldRef?: ResourceFieldSelector;
    /** One key of a config map in the same namespace. */
    configMapKeyRef?: ConfigMapKeySelector;
    /** One key of a secret in the same namespace. */
    secretKeyRef?: SecretKeySelector;
    /** A key in an environment file on an emptyDir volume. */
    fileKeyRef?: FileKeySelector;
  }

  /**
   * A container added to a running pod for debugging. It has no resource guarantees, is never
   * restarted, and can't be removed.
   */
  interface EphemeralContainer extends EphemeralContainerCommon {
    /**
     * The container whose processes are visible. If unset, those of the pod, as far as it shares
     * them.
     */
    targetContainerName?: string;
  }

  /** The fields that an ephemeral container shares with other containers. */
  interface EphemeralContainerCommon {
    /**
     * The name of the container: a DNS label, unique among all containers of the pod. Can't be
     * changed.
     */
    name: string;
    /** The image to run, with a tag or digest. */
    image?: string;
    /**
     * The command to run instead of the image's entry point. $(NAME) is replaced by an environment
     * variable, $$(NAME) yields $(NAME).
     */
    command?: string[];
    /**
     * The arguments of the command, instead of the image's. $(NAME) is replaced by an environment
     * variable, $$(NAME) yields $(NAME).
     */
    args?: string[];
    /** The working directory of the command. If unset, the image's. */
    workingDir?: string;
    /** Not allowed for ephemeral containers. */
    ports?: ContainerPort[];
    /**
     * Config maps and secrets whose keys become environment variables. If several have the same key,
     * the last wins; env overrides them all.
     */
    envFrom?: EnvFromSource[];
    /** Environment variables, in order: later ones can refer to earlier ones. */
    env?: EnvVar[];
    /** Not allowed for ephemeral containers. */
    resources?: ResourceRequirements;
    /** Not allowed for ephemeral containers. */
    resizePolicy?: ContainerResizePolicy[];
    /** Not allowed for ephemeral containers. */
    restartPolicy?: ContainerRestartPolicy;
    /** Not allowed for ephemeral containers. */
    restartPolicyRules?: ContainerRestartRule[];
    /** Volumes of the pod to mount in the container, each at a different path. */
    volumeMounts?: VolumeMount[];
    /** Block volumes of the pod to provide as devices in the container. */
    volumeDevices?: VolumeDevice[];
    /** Not allowed for ephemeral containers. */
    livenessProbe?: Probe;
    /** Not allowed for ephemeral containers. */
    readinessProbe?: Probe;
    /** Not allowed for ephemeral containers. */
    startupProbe?: Probe;
    /** Not allowed for ephemeral containers. */
    lifecycle?: Lifecycle;
    /**
     * The file to which the container can write a termination message: up to 4096 bytes appear in its
     * status. Default: /dev/termination-log. Can't be changed.
     */
    terminationMessagePath?: string;
    /**
     * File (the default) reads the termination message from its file only. FallbackToLogsOnError uses
     * the end of the log if the file is empty and the container failed.
     */
    terminationMessagePolicy?: TerminationMessagePolicy;
    /**
     * When to pull the image: Always, IfNotPresent or Never. Default: Always if the tag is latest or
     * there is no tag or digest, otherwise IfNotPresent.
     */
    imagePullPolicy?: PullPolicy;
    /** The security settings of the container. They override the pod's. */
    securityContext?: SecurityContext;
    /** Whether to keep standard input open, so that clients can attach to it. Default: false. */
    stdin?: boolean;
    /**
     * Whether to close standard input after the first attached client disconnects. Default: false.
     */
    stdinOnce?: boolean;
    /** Whether to allocate a terminal. Requires stdin. Default: false. */
    tty?: boolean;
  }

  /** A claim that is created for one pod, and deleted with it. */
  interface EphemeralVolumeSource {
    /** The template of the claim, which is named POD-VOLUME. Can't be changed. */
    volumeClaimTemplate?: PersistentVolumeClaimTemplate;
  }

  /**
   * A report of something that happened to an object. Events expire, by default after one hour, and
   * can be lost: do not rely on them.
   */
  interface Event {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Event";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata: metaV1.ObjectMeta;
    /** The object that the event is about. It must be in the namespace of the event. */
    involvedObject: ObjectReference;
    /** The reason as one word in CamelCase, such as FailedScheduling. */
    reason?: string;
    /** A human-readable description of the event. */
    message?: string;
    /** The reporting program, in older events. */
    source?: EventSource;
    /** When the event first occurred, in older events. */
    firstTimestamp?: scalars.Time | null;
    /** When the event last occurred, in older events. */
    lastTimestamp?: scalars.Time | null;
    /** How many times the event occurred, in older events. */
    count?: number;
    /** The type of the event: Normal or Warning. */
    type?: string;
    /** When the event was first observed. */
    eventTime?: scalars.MicroTime | null;
    /** Set if the event repeats: how often, and when last. */
    series?: EventSeries;
    /** The action that was taken or failed, such as Binding or Pulling. */
    action?: string;
    /** A second object that is involved. */
    related?: ObjectReference;
    /** The name of the reporting program: DOMAIN/NAME. */
    reportingComponent?: string;
    /** The instance of the reporting program. At most 128 characters. */
    reportingInstance?: string;
  }

  /** A list of Event objects. */
  interface EventList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "EventList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Event[];
  }

  /** Data about a repeating event. */
  interface EventSeries {
    /** How many times it has occurred so far. */
    count?: number;
    /** When it last occurred. */
    lastObservedTime?: scalars.MicroTime | null;
  }

  /** The program that reports an event. */
  interface EventSource {
    /** The name of the program. */
    component?: string;
    /** The node that the program runs on. */
    host?: string;
  }

  /** A command to run in a container. */
  interface ExecAction {
    /** The command and its arguments. It does not run in a shell. */
    command?: string[];
  }

  /** A Fibre Channel disk: either wwids, or targetWWNs with lun. */
  interface FCVolumeSource {
    /** The worldwide names of the targets. */
    targetWWNs?: string[];
    /** The logical unit number: 0 to 255. */
    lun?: number;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** The worldwide IDs of the volume. */
    wwids?: string[];
  }

  /** A key in an environment file. */
  interface FileKeySelector {
    /** The volume that contains the file. */
    volumeName: string;
    /** The path of the file relative to the root of the volume, without two dots. */
    path: string;
    /** The key: the part before the =. */
    key: string;
    /** Whether the file or the key may be missing. Default: false. */
    optional?: boolean;
  }

  /** The name of a finalizer of a namespace. */
  type FinalizerName = "kubernetes" | (string & Record<never, never>);

  /** A volume mounted by a driver program on the node. Deprecated: use a CSI driver. */
  interface FlexPersistentVolumeSource {
    /** The name of the driver. */
    driver: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** A secret with credentials. */
    secretRef?: SecretReference;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** Options for the driver, by key. */
    options?: Record<string, string>;
  }

  /** A volume mounted by a driver program on the node. Deprecated: use a CSI driver. */
  interface FlexVolumeSource {
    /** The name of the driver. */
    driver: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** A secret in the pod's namespace with credentials. */
    secretRef?: LocalObjectReference;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** Options for the driver, by key. */
    options?: Record<string, string>;
  }

  /** A Flocker volume: by name or by id. */
  interface FlockerVolumeSource {
    /** The name of the dataset. Deprecated. */
    datasetName?: string;
    /** The UUID of the dataset. */
    datasetUUID?: string;
  }

  /** A disk of Google Compute Engine. */
  interface GCEPersistentDiskVolumeSource {
    /** The name of the disk. */
    pdName: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** The partition to mount. If 0 or unset, the whole disk. */
    partition?: number;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** A call of the gRPC health service. */
  interface GRPCAction {
    /** The port number: 1 to 65535. */
    port: number;
    /** The name of the service to check. Default: empty, which checks the server as a whole. */
    service?: string | null;
  }

  /** Deprecated: the content of a Git repository. */
  interface GitRepoVolumeSource {
    /** The URL of the repository. */
    repository: string;
    /** The commit to check out. */
    revision?: string;
    /** The target directory in the volume. A dot is the root of the volume. */
    directory?: string;
  }

  /** A GlusterFS volume. */
  interface GlusterfsPersistentVolumeSource {
    /** The endpoints object that lists the servers. */
    endpoints: string;
    /** The name of the volume. */
    path: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** The namespace of the endpoints object. If unset, the claim's. */
    endpointsNamespace?: string;
  }

  /** A GlusterFS volume. */
  interface GlusterfsVolumeSource {
    /** The endpoints object that lists the servers. */
    endpoints: string;
    /** The name of the volume. */
    path: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** An HTTP GET request. */
  interface HTTPGetAction {
    /** The path of the request. Default: /. */
    path?: string;
    /** The port: a number from 1 to 65535, or the name of a container port. */
    port: scalars.IntOrString;
    /** The host to connect to. Default: the address of the pod. */
    host?: string;
    /** HTTP (the default), or HTTPS, which does not verify the certificate. */
    scheme?: URIScheme;
    /** Headers of the request. Names may repeat. */
    httpHeaders?: HTTPHeader[];
  }

  /** A header of a request. */
  interface HTTPHeader {
    /** The name of the header. */
    name: string;
    /** The value of the header. */
    value: string;
  }

  /** An entry of the hosts file. */
  interface HostAlias {
    /** The IP address. */
    ip: string;
    /** The host names of the address. */
    hostnames?: string[];
  }

  /** An IP address of a node. */
  interface HostIP {
    /** The IP address. */
    ip: string;
  }

  /**
   * What must be at the path on the node. OrCreate: it is made where there is nothing. Empty: nothing
   * is checked.
   */
  type HostPathType = "" | "DirectoryOrCreate" | "Directory" | "FileOrCreate" | "File" | "Socket" | "CharDevice" | "BlockDevice";

  /** A file or directory of the node. Access to it can compromise the node. */
  interface HostPathVolumeSource {
    /** The path on the node. */
    path: string;
    /**
     * What must exist at the path: Directory, File, Socket, CharDevice or BlockDevice;
     * DirectoryOrCreate and FileOrCreate create it. Default: empty, no check.
     */
    type?: HostPathType;
  }

  /** A version of the Internet protocol. Empty stands for an unknown one. */
  type IPFamily = "IPv4" | "IPv6" | "";

  /**
   * Whether a service has one address, one of each IP family if the cluster has both, or one of each
   * in any case.
   */
  type IPFamilyPolicy = "SingleStack" | "PreferDualStack" | "RequireDualStack";

  /** The older name of IPFamilyPolicy. */
  type IPFamilyPolicyType = IPFamilyPolicy;

  /** A disk of an iSCSI target. */
  interface ISCSIPersistentVolumeSource {
    /** The address of the target, optionally with a port. */
    targetPortal: string;
    /** The iSCSI qualified name of the target. */
    iqn: string;
    /** The logical unit number: 0 to 255. */
    lun: number;
    /** The iSCSI interface. Default: default, which uses TCP. */
    iscsiInterface?: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** Further portals of the target, for multipath. */
    portals?: string[];
    /** Whether discovery uses CHAP authentication. Requires secretRef. */
    chapAuthDiscovery?: boolean;
    /** Whether sessions use CHAP authentication. Requires secretRef. */
    chapAuthSession?: boolean;
    /** A secret with credentials. */
    secretRef?: SecretReference;
    /** The name of the initiator, overriding the node's. */
    initiatorName?: string;
  }

  /** A disk of an iSCSI target. */
  interface ISCSIVolumeSource {
    /** The address of the target, optionally with a port. */
    targetPortal: string;
    /** The iSCSI qualified name of the target. */
    iqn: string;
    /** The logical unit number: 0 to 255. */
    lun: number;
    /** The iSCSI interface. Default: default, which uses TCP. */
    iscsiInterface?: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** Further portals of the target, for multipath. */
    portals?: string[];
    /** Whether discovery uses CHAP authentication. Requires secretRef. */
    chapAuthDiscovery?: boolean;
    /** Whether sessions use CHAP authentication. Requires secretRef. */
    chapAuthSession?: boolean;
    /** A secret in the pod's namespace with credentials. */
    secretRef?: LocalObjectReference;
    /** The name of the initiator, overriding the node's. */
    initiatorName?: string;
  }

  /** A volume with the content of an OCI image or artifact. */
  interface ImageVolumeSource {
    /** The image, with a tag or digest. */
    reference?: string;
    /**
     * When to pull the image: Always, IfNotPresent or Never. Default: Always if the tag is latest or
     * there is no tag or digest, otherwise IfNotPresent.
     */
    pullPolicy?: PullPolicy;
  }

  /** The status of a mounted image volume. */
  interface ImageVolumeStatus {
    /** The image with its digest. */
    imageRef?: string;
  }

  /** A key and the path of its file. */
  interface KeyToPath {
    /** The key. */
    key: string;
    /** The path of the file relative to the root of the volume, without two dots. */
    path: string;
    /**
     * The permission bits of the file: 0 to 0777; in JSON as a decimal number. If unset, the volume's
     * default.
     */
    mode?: number;
  }

  /** Hooks in the life cycle of a container. */
  interface Lifecycle {
    /**
     * Runs right after the container's start; the container counts as running once it completes. If
     * it fails, the container is killed.
     */
    postStart?: LifecycleHandler;
    /**
     * Runs before the container is stopped, but not if it exits by itself. It counts against the
     * grace period.
     */
    preStop?: LifecycleHandler;
    /**
     * The signal that stops the container. Requires os.name of the pod. If unset, the image's, or
     * SIGTERM.
     */
    stopSignal?: Signal;
  }

  /** The action of a hook: exactly one of these. */
  interface LifecycleHandler {
    /** Runs a command in the container. */
    exec?: ExecAction;
    /** Sends an HTTP GET request. */
    httpGet?: HTTPGetAction;
    /** Deprecated: has no effect. */
    tcpSocket?: TCPSocketAction;
    /** Pauses for some seconds. */
    sleep?: SleepAction;
  }

  /** Limits and defaults for the resources of single pods, containers and claims in a namespace. */
  interface LimitRange {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "LimitRange";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: LimitRangeSpec;
  }

  /** Limits and defaults for one type of object. */
  interface LimitRangeItem {
    /** The type: Container, Pod (the sum of its containers) or PersistentVolumeClaim. */
    type: LimitType;
    /** The maximum by resource. */
    max?: ResourceList;
    /** The minimum by resource. */
    min?: ResourceList;
    /** The limits of containers that specify none. Default: max. For type Container only. */
    default?: ResourceList;
    /**
     * The requests of containers that specify none. Default: the value of default, or min. For type
     * Container only.
     */
    defaultRequest?: ResourceList;
    /** The maximum ratio of limit to request, by resource. */
    maxLimitRequestRatio?: ResourceList;
  }

  /** A list of LimitRange objects. */
  interface LimitRangeList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "LimitRangeList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: LimitRange[];
  }

  /** The limits and defaults. */
  interface LimitRangeSpec {
    /** Limits by type of object. All of them apply. */
    limits: LimitRangeItem[];
  }

  /** What a limit is about: a pod as a whole, each container, or each claim. */
  type LimitType = "Pod" | "Container" | "PersistentVolumeClaim" | (string & Record<never, never>);

  /** The initial user and group IDs of a process on Linux. */
  interface LinuxContainerUser {
    /** The user ID. */
    uid: scalars.Int64;
    /** The primary group ID. */
    gid: scalars.Int64;
    /** The supplementary group IDs. */
    supplementalGroups?: scalars.Int64[];
  }

  /** A list of objects of any kinds. */
  type List = metaV1.List;

  /**
   * How a load balancer delivers traffic. VIP: with its own address as the destination. Proxy: with
   * that of a node or pod.
   */
  type LoadBalancerIPMode = "VIP" | "Proxy" | (string & Record<never, never>);

  /** An IP address or host name of a load balancer. */
  interface LoadBalancerIngress {
    /** The IP address. */
    ip?: string;
    /** The host name. */
    hostname?: string;
    /**
     * VIP (the default if ip is set): packets reach the node with the load balancer's address. Proxy:
     * with the address of the node or pod.
     */
    ipMode?: LoadBalancerIPMode;
    /** The state of each port. */
    ports?: PortStatus[];
  }

  /** The addresses of a load balancer. */
  interface LoadBalancerStatus {
    /** The addresses. Empty until the load balancer is ready. */
    ingress?: LoadBalancerIngress[];
  }

  /** A reference to an object in the same namespace. */
  interface LocalObjectReference {
    /** The name of the object, which should not be empty. */
    name?: string;
  }

  /** A directory or block device of one node. */
  interface LocalVolumeSource {
    /** The path on the node. */
    path: string;
    /** The file system type for formatting a device without one. If unset, one is chosen. */
    fsType?: string;
  }

  /** The state of a change of the volume attributes class. */
  interface ModifyVolumeStatus {
    /** The requested volume attributes class. */
    targetVolumeAttributesClassName?: string;
    /** Pending: not started. InProgress: being applied. Infeasible: rejected by the driver. */
    status: PersistentVolumeClaimModifyVolumeStatus;
  }

  /**
   * Whether mounts are seen that are made later: in neither direction, those of the host in the
   * container, or also those of the container on the host.
   */
  type MountPropagationMode = "None" | "HostToContainer" | "Bidirectional";

  /** A directory exported by an NFS server. */
  interface NFSVolumeSource {
    /** The host name or IP address of the server. */
    server: string;
    /** The exported path, which must be absolute. */
    path: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** A scope for names, permissions and quotas. Deleting a namespace deletes all objects in it. */
  interface Namespace {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Namespace";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: NamespaceSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: NamespaceStatus;
  }

  /** A condition of a namespace's deletion. */
  interface NamespaceCondition {
    /**
     * NamespaceDeletionDiscoveryFailure, NamespaceDeletionContentFailure, NamespaceContentRemaining,
     * NamespaceFinalizersRemaining and others.
     */
    type: NamespaceConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: ConditionStatus;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /**
   * Why a namespace that is being deleted is still there: what could not be found, deleted or read,
   * which objects are left, and which finalizers they wait for.
   */
  type NamespaceConditionType = "NamespaceDeletionDiscoveryFailure" | "NamespaceDeletionContentFailure" | "NamespaceDeletionGroupVersionParsingFailure" | "NamespaceContentRemaining" | "NamespaceFinalizersRemaining" | (string & Record<never, never>);

  /** A list of Namespace objects. */
  interface NamespaceList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "NamespaceList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Namespace[];
  }

  /** Whether a namespace is in use or being deleted. */
  type NamespacePhase = "Active" | "Terminating";

  /** The finalizers of a namespace. */
  interface NamespaceSpec {
    /**
     * The finalizers that must be removed before the namespace is deleted. Changed only through the
     * finalize subresource.
     */
    finalizers?: FinalizerName[];
  }

  /** The observed state of a namespace. */
  interface NamespaceStatus {
    /** Active, or Terminating after a deletion: no more objects can be created in it. */
    phase?: NamespacePhase;
    /** What blocks the deletion of the namespace. */
    conditions?: NamespaceCondition[];
  }

  /** A machine that runs pods. Usually registered by its node agent. */
  interface Node {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Node";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: NodeSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: NodeStatus;
  }

  /** An IP address or host name of a node. */
  interface NodeAddress {
    /** The type: InternalIP, ExternalIP, Hostname, InternalDNS or ExternalDNS. */
    type: NodeAddressType;
    /** The IP address or host name. */
    address: string;
  }

  /** What an address of a node is: a name or an IP address, inside or outside. */
  type NodeAddressType = "Hostname" | "InternalIP" | "ExternalIP" | "InternalDNS" | "ExternalDNS" | (string & Record<never, never>);

  /** Scheduling rules for the nodes of a pod. */
  interface NodeAffinity {
    /**
     * Requirements that the node must meet when the pod is scheduled. A running pod is not evicted if
     * the node changes.
     */
    requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
    /**
     * Preferences for nodes: among feasible ones, the scheduler favors those with the highest sum of
     * matching weights.
     */
    preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
  }

  /** Resources of a node that a resource claim consumes. */
  interface NodeAllocatableResourceClaimStatus {
    /** The name of the claim object. */
    resourceClaimName: string;
    /** The containers that use the claim. */
    containers?: string[];
    /** The amount of each resource. */
    resources: Record<string, scalars.Quantity>;
  }

  /** A condition of a node. */
  interface NodeCondition {
    /** Ready, MemoryPressure, DiskPressure, PIDPressure, NetworkUnavailable and others. */
    type: NodeConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: ConditionStatus;
    /** When the condition was last reported, whether it changed or not. */
    lastHeartbeatTime?: scalars.Time | null;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /**
   * A condition of a node. Ready: it takes pods. The others, if true, are problems: too little
   * memory, disk space or process IDs, no network.
   */
  type NodeConditionType = "Ready" | "MemoryPressure" | "DiskPressure" | "PIDPressure" | "NetworkUnavailable" | (string & Record<never, never>);

  /** Deprecated: the source of a node agent's configuration. */
  interface NodeConfigSource {
    /** A config map. */
    configMap?: ConfigMapNodeConfigSource;
  }

  /** Deprecated: the status of a node agent's configuration. */
  interface NodeConfigStatus {
    /** The configuration that the agent should use. */
    assigned?: NodeConfigSource;
    /** The configuration that the agent uses. */
    active?: NodeConfigSource;
    /** The configuration that the agent falls back to. */
    lastKnownGood?: NodeConfigSource;
    /** Why the assigned configuration is not in use. */
    error?: string;
  }

  /** The ports of a node's daemons. */
  interface NodeDaemonEndpoints {
    /** The port of the node agent. */
    kubeletEndpoint?: DaemonEndpoint;
  }

  /** The features of a container runtime that don't depend on the handler. */
  interface NodeFeatures {
    /** Whether pods can use supplementalGroupsPolicy. */
    supplementalGroupsPolicy?: boolean;
  }

  /** Whether nodes that the pod can't be on are counted (Ignore) or not (Honor). */
  type NodeInclusionPolicy = "Ignore" | "Honor";

  /** A list of Node objects. */
  interface NodeList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "NodeList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Node[];
  }

  /** Deprecated: nothing sets it. */
  type NodePhase = "Pending" | "Running" | "Terminated";

  /** Options of passing a request on to a node. */
  interface NodeProxyOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "NodeProxyOptions";
    /** The path of the request, with its query, that is passed on. If empty, the root. */
    path?: string;
  }

  /** A runtime handler of a node's container runtime. */
  interface NodeRuntimeHandler {
    /** The name of the handler, as used by runtime classes. Empty for the default one. */
    name?: string;
    /** The features that the handler supports. */
    features?: NodeRuntimeHandlerFeatures;
  }

  /** The features that a runtime handler supports. */
  interface NodeRuntimeHandlerFeatures {
    /** Whether mounts below a read-only mount can be made read-only. */
    recursiveReadOnlyMounts?: boolean;
    /** Whether pods can have their own user namespaces. */
    userNamespaces?: boolean;
  }

  /** Selects the nodes that match any of its terms. */
  interface NodeSelector {
    /** The terms: at least one. */
    nodeSelectorTerms: NodeSelectorTerm[];
  }

  /** How a value is compared: among values or not, present or absent, greater or less. */
  type NodeSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt";

  /** A requirement for a label or field of a node. */
  interface NodeSelectorRequirement {
    /** The label key, or the name of the field. */
    key: string;
    /**
     * In or NotIn: the value is or is not one of values. Exists or DoesNotExist: the key is present
     * or absent. Gt or Lt: the value as an integer is greater or less than the one in values.
     */
    operator: NodeSelectorOperator;
    /**
     * The values to compare with: at least one for In and NotIn, none for Exists and DoesNotExist,
     * one integer for Gt and Lt.
     */
    values?: string[];
  }

  /** Requirements for a node. All must be met; a term without any matches no node. */
  interface NodeSelectorTerm {
    /** Requirements for labels of the node. */
    matchExpressions?: NodeSelectorRequirement[];
    /** Requirements for fields of the node: only metadata.name. */
    matchFields?: NodeSelectorRequirement[];
  }

  /** The configuration of a node. */
  interface NodeSpec {
    /** The IP range of the node's pods, in CIDR notation. Can't be changed once set. */
    podCIDR?: string;
    /** The IP ranges of the node's pods, at most one for each IP family; the first equals podCIDR. */
    podCIDRs?: string[];
    /** The ID of the machine at the cloud provider: PROVIDER://ID. */
    providerID?: string;
    /** Whether the scheduler places no more pods on the node. Default: false. */
    unschedulable?: boolean;
    /** Taints, which repel pods that don't tolerate them. */
    taints?: Taint[];
    /** Deprecated: the source of the node agent's configuration. Has no effect. */
    configSource?: NodeConfigSource;
    /** Deprecated: has no effect. */
    externalID?: string;
  }

  /** The observed state of a node. */
  interface NodeStatus {
    /** The total resources of the node. */
    capacity?: ResourceList;
    /** The resources available to pods: the capacity without what is reserved for the system. */
    allocatable?: ResourceList;
    /** Deprecated: not set. */
    phase?: NodePhase;
    /** Whether the node is ready, and whether it lacks memory, disk space or process IDs. */
    conditions?: NodeCondition[];
    /** The IP addresses and host names of the node. */
    addresses?: NodeAddress[];
    /** The ports of the node's daemons. */
    daemonEndpoints?: NodeDaemonEndpoints;
    /** IDs of the machine, and the versions of its software. */
    nodeInfo?: NodeSystemInfo;
    /** The container images on the node, largest first. The list may be incomplete. */
    images?: ContainerImage[];
    /** The attachable volumes that are in use on the node. */
    volumesInUse?: UniqueVolumeName[];
    /** The volumes that are attached to the node. */
    volumesAttached?: AttachedVolume[];
    /** Deprecated: the status of the configuration from configSource. */
    config?: NodeConfigStatus;
    /** The runtime handlers of the node's container runtime. */
    runtimeHandlers?: NodeRuntimeHandler[];
    /** The features that the container runtime supports. */
    features?: NodeFeatures;
    /** The features of the node agent that matter to scheduling. */
    declaredFeatures?: string[];
  }

  /** The swap space of a node. */
  interface NodeSwapStatus {
    /** The size in bytes. */
    capacity?: scalars.Int64;
  }

  /** IDs of a machine, and the versions of its software. */
  interface NodeSystemInfo {
    /** The ID of the operating system installation. */
    machineID: string;
    /** The ID of the hardware. */
    systemUUID: string;
    /** An ID that changes with each boot. */
    bootID: string;
    /** The kernel version. */
    kernelVersion: string;
    /** The name and version of the operating system. */
    osImage: string;
    /** The container runtime: NAME://VERSION. */
    containerRuntimeVersion: string;
    /** The version of the node agent. */
    kubeletVersion: string;
    /** Deprecated: the version of the service proxy, if known. */
    kubeProxyVersion: string;
    /** The operating system: linux or windows. */
    operatingSystem: string;
    /** The CPU architecture, such as amd64 or arm64. */
    architecture: string;
    /** The swap space of the node. */
    swap?: NodeSwapStatus;
  }

  /** The operating system that a pod is for. */
  type OSName = "linux" | "windows" | (string & Record<never, never>);

  /** A field of the pod. */
  interface ObjectFieldSelector {
    /** The API version of the path. Default: v1. */
    apiVersion?: string;
    /** The path of the field: metadata.name, metadata.labels['KEY'], spec.nodeName, status.podIP. */
    fieldPath: string;
  }

  /** A reference to an object of any kind. */
  interface ObjectReference {
    /** The kind of the object. */
    kind?: string;
    /** The namespace of the object. */
    namespace?: string;
    /** The name of the object. */
    name?: string;
    /** The UID of the object. */
    uid?: string;
    /** The group and version of the object. */
    apiVersion?: string;
    /** The resourceVersion of the object that is referred to. */
    resourceVersion?: string;
    /** A part of the object, such as spec.containers{NAME} for a container of a pod. */
    fieldPath?: string;
  }

  /**
   * Storage with a life cycle independent of pods. Created by an administrator or through a storage
   * class, and bound to at most one claim.
   */
  interface PersistentVolume {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PersistentVolume";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: PersistentVolumeSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: PersistentVolumeStatus;
  }

  /**
   * Who may use a volume at once: the pods of one node, of many nodes for reading, of many nodes for
   * writing too, or one pod alone.
   */
  type PersistentVolumeAccessMode = "ReadWriteOnce" | "ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOncePod";

  /** A request for storage. Pods in its namespace use the bound volume through it. */
  interface PersistentVolumeClaim {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PersistentVolumeClaim";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: PersistentVolumeClaimSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: PersistentVolumeClaimStatus;
  }

  /** A condition of a claim. */
  interface PersistentVolumeClaimCondition {
    /** Resizing, FileSystemResizePending, ModifyingVolume and others. */
    type: PersistentVolumeClaimConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: ConditionStatus;
    /** When the condition was last checked, whether it changed or not. */
    lastProbeTime?: scalars.Time | null;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /** A condition of a claim: it is being resized or modified, that failed, or nothing uses it. */
  type PersistentVolumeClaimConditionType = "Resizing" | "FileSystemResizePending" | "ControllerResizeError" | "NodeResizeError" | "ModifyVolumeError" | "ModifyingVolume" | "Unused" | (string & Record<never, never>);

  /** A list of PersistentVolumeClaim objects. */
  interface PersistentVolumeClaimList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PersistentVolumeClaimList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: PersistentVolumeClaim[];
  }

  /** How far the modification of a volume has come. Infeasible: its driver can't do it. */
  type PersistentVolumeClaimModifyVolumeStatus = "Pending" | "InProgress" | "Infeasible";

  /** Whether a claim waits for a volume, has one, or has lost it. */
  type PersistentVolumeClaimPhase = "Pending" | "Bound" | "Lost";

  /**
   * The requested storage. Once bound, only the request and the volume attributes class can be
   * changed.
   */
  interface PersistentVolumeClaimSpec {
    /**
     * The required access modes. ReadWriteOnce: one node; ReadOnlyMany: many nodes, read-only;
     * ReadWriteMany: many nodes; ReadWriteOncePod: one pod.
     */
    accessModes?: PersistentVolumeAccessMode[];
    /** Selects volumes by labels. With a selector no volume is provisioned dynamically. */
    selector?: metaV1.LabelSelector;
    /**
     * The requested size: requests.storage. A bound claim can be expanded if its storage class allows
     * it.
     */
    resources?: VolumeResourceRequirements;
    /** The volume that the claim is bound to, or should be bound to. */
    volumeName?: string;
    /**
     * The storage class. If unset, the default class. Empty: only volumes without a class, and no
     * dynamic provisioning.
     */
    storageClassName?: string;
    /** Filesystem (the default) or Block, a raw block device. Can't be changed. */
    volumeMode?: PersistentVolumeMode;
    /**
     * The initial content of the volume: a volume snapshot or another claim in the namespace. Equal
     * to dataSourceRef if either is set.
     */
    dataSource?: TypedLocalObjectReference;
    /** The initial content of the volume: an object of any kind that a volume populator supports. */
    dataSourceRef?: TypedObjectReference;
    /**
     * The volume attributes class that the volume should have. Can be changed later. If unset, the
     * volume is not modified.
     */
    volumeAttributesClassName?: string;
  }

  /** The observed state of a claim. */
  interface PersistentVolumeClaimStatus {
    /** Pending (no volume yet), Bound, or Lost (the volume no longer exists). */
    phase?: PersistentVolumeClaimPhase;
    /** The access modes of the volume. */
    accessModes?: PersistentVolumeAccessMode[];
    /** The current size of the volume. */
    capacity?: ResourceList;
    /** The conditions of the object, at most one of each type. */
    conditions?: PersistentVolumeClaimCondition[];
    /** The size that is being allocated during an expansion. */
    allocatedResources?: ResourceList;
    /**
     * The state of the expansion by resource, including whether it failed on the controller or on the
     * node.
     */
    allocatedResourceStatuses?: Record<string, ClaimResourceStatus>;
    /** The volume attributes class that the volume currently has. */
    currentVolumeAttributesClassName?: string;
    /** The state of a change of the volume attributes class. */
    modifyVolumeStatus?: ModifyVolumeStatus;
  }

  /** The template of a claim. */
  interface PersistentVolumeClaimTemplate {
    /** The labels and annotations of the claim. */
    metadata?: metaV1.ObjectMeta;
    /** The spec of the claim. */
    spec: PersistentVolumeClaimSpec;
  }

  /** The volume of a claim. */
  interface PersistentVolumeClaimVolumeSource {
    /** The name of the claim, in the pod's namespace. */
    claimName: string;
    /** Whether all mounts of the volume are read-only. Default: false. */
    readOnly?: boolean;
  }

  /** A list of PersistentVolume objects. */
  interface PersistentVolumeList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PersistentVolumeList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: PersistentVolume[];
  }

  /** Whether a container gets the volume as a device or as a file system. */
  type PersistentVolumeMode = "Block" | "Filesystem";

  /**
   * What a volume is. Pending: not ready. Available: free. Bound: in use. Released: its claim is
   * gone. Failed: it could not be reclaimed.
   */
  type PersistentVolumePhase = "Pending" | "Available" | "Bound" | "Released" | "Failed";

  /**
   * What happens to a volume once its claim is gone. Retain: it stays as it is. Delete: it is
   * deleted. Recycle (deprecated): it is emptied.
   */
  type PersistentVolumeReclaimPolicy = "Recycle" | "Delete" | "Retain";

  /** The storage behind a persistent volume: exactly one of these. */
  interface PersistentVolumeSource {
    /** Deprecated: a disk of Google Compute Engine. Handled by its CSI driver. */
    gcePersistentDisk?: GCEPersistentDiskVolumeSource;
    /** Deprecated: an EBS disk of AWS. Handled by its CSI driver. */
    awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
    /** A directory of the node, for tests on a single node only. */
    hostPath?: HostPathVolumeSource;
    /** Deprecated: a GlusterFS volume. No longer supported. */
    glusterfs?: GlusterfsPersistentVolumeSource;
    /** A directory exported by an NFS server. */
    nfs?: NFSVolumeSource;
    /** Deprecated: a RADOS block device of Ceph. No longer supported. */
    rbd?: RBDPersistentVolumeSource;
    /** A disk of an iSCSI target. */
    iscsi?: ISCSIPersistentVolumeSource;
    /** Deprecated: a disk of OpenStack. Handled by its CSI driver. */
    cinder?: CinderPersistentVolumeSource;
    /** Deprecated: a CephFS directory. No longer supported. */
    cephfs?: CephFSPersistentVolumeSource;
    /** A Fibre Channel disk. */
    fc?: FCVolumeSource;
    /** Deprecated: a Flocker volume. No longer supported. */
    flocker?: FlockerVolumeSource;
    /** Deprecated: a volume mounted by a driver program on the node. Use a CSI driver. */
    flexVolume?: FlexPersistentVolumeSource;
    /** Deprecated: a file share of Azure. Handled by its CSI driver. */
    azureFile?: AzureFilePersistentVolumeSource;
    /** Deprecated: a disk of vSphere. Handled by its CSI driver. */
    vsphereVolume?: VsphereVirtualDiskVolumeSource;
    /** Deprecated: a Quobyte volume. No longer supported. */
    quobyte?: QuobyteVolumeSource;
    /** Deprecated: a disk of Azure. Handled by its CSI driver. */
    azureDisk?: AzureDiskVolumeSource;
    /** Deprecated: a disk of Photon. No longer supported. */
    photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
    /** Deprecated: a volume of Portworx. Handled by its CSI driver. */
    portworxVolume?: PortworxVolumeSource;
    /** Deprecated: a ScaleIO volume. No longer supported. */
    scaleIO?: ScaleIOPersistentVolumeSource;
    /** A directory or block device of one node. Requires nodeAffinity. */
    local?: LocalVolumeSource;
    /** Deprecated: a StorageOS volume. No longer supported. */
    storageos?: StorageOSPersistentVolumeSource;
    /** A volume managed by a CSI driver. */
    csi?: CSIPersistentVolumeSource;
  }

  /** The size, access and location of a volume. */
  interface PersistentVolumeSpec extends PersistentVolumeSource {
    /** The size of the volume, by resource: storage. */
    capacity?: ResourceList;
    /**
     * The ways in which the volume can be mounted. ReadWriteOnce: one node; ReadOnlyMany: many nodes,
     * read-only; ReadWriteMany: many nodes; ReadWriteOncePod: one pod.
     */
    accessModes?: PersistentVolumeAccessMode[];
    /** The claim that the volume is bound to or reserved for. */
    claimRef?: ObjectReference;
    /**
     * What happens to the volume when its claim is deleted: Retain keeps it (the default for volumes
     * created by hand), Delete deletes it with its storage (the default of storage classes). Recycle
     * is deprecated.
     */
    persistentVolumeReclaimPolicy?: PersistentVolumeReclaimPolicy;
    /**
     * The storage class of the volume; only claims of the same class can bind to it. Empty for none.
     */
    storageClassName?: string;
    /** Mount options. They are not validated: mounting fails if one is wrong. */
    mountOptions?: string[];
    /** Filesystem (the default) or Block, a raw block device. Can't be changed. */
    volumeMode?: PersistentVolumeMode;
    /** The nodes that can access the volume. If unset, all nodes. */
    nodeAffinity?: VolumeNodeAffinity;
    /** The volume attributes class whose parameters the volume has, as its claim requests. */
    volumeAttributesClassName?: string;
  }

  /** The observed state of a volume. */
  interface PersistentVolumeStatus {
    /** Pending, Available, Bound, Released (the claim is deleted) or Failed (reclaiming failed). */
    phase?: PersistentVolumePhase;
    /** A human-readable message about the phase. */
    message?: string;
    /** The reason for the phase, in one word. */
    reason?: string;
    /** When the phase last changed. */
    lastPhaseTransitionTime?: scalars.Time;
  }

  /** A disk of Photon. */
  interface PhotonPersistentDiskVolumeSource {
    /** The ID of the disk. */
    pdID: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
  }

  /**
   * A group of containers that run together on one node and share its IP address and volumes. Usually
   * created by a controller, such as a deployment or a job.
   */
  interface Pod {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Pod";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: PodSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: PodStatus;
  }

  /** Scheduling rules to run near certain other pods. */
  interface PodAffinity {
    /**
     * Pods that must run in the same topology domain when the pod is scheduled. All terms must be
     * met; later changes don't evict the pod.
     */
    requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
    /**
     * Pods that should run in the same topology domain: the scheduler favors nodes with the highest
     * sum of matching weights.
     */
    preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
  }

  /** Selects other pods, and the topology domain they share. */
  interface PodAffinityTerm {
    /** Selects pods by labels. If unset, no pods. */
    labelSelector?: metaV1.LabelSelector;
    /**
     * The namespaces of the pods, in addition to those of namespaceSelector. If both are unset, the
     * pod's own.
     */
    namespaces?: string[];
    /**
     * The node label that defines topology domains: nodes with the same value are in the same domain.
     */
    topologyKey: string;
    /** Selects namespaces of the pods by labels. Empty selects all namespaces. */
    namespaceSelector?: metaV1.LabelSelector;
    /**
     * Label keys whose values in the new pod the other pods must have too. Requires labelSelector.
     */
    matchLabelKeys?: string[];
    /**
     * Label keys whose values in the new pod the other pods must not have. Requires labelSelector.
     */
    mismatchLabelKeys?: string[];
  }

  /** Scheduling rules to avoid certain other pods. */
  interface PodAntiAffinity {
    /**
     * Pods that must not run in the same topology domain when the pod is scheduled. All terms must be
     * met; later changes don't evict the pod.
     */
    requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
    /**
     * Pods that should not run in the same topology domain: the scheduler favors nodes with the
     * lowest sum of matching weights.
     */
    preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
  }

  /** Options of a connection to the running process of a container. */
  interface PodAttachOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodAttachOptions";
    /** Whether the client sends the standard input. Default: false. */
    stdin?: boolean;
    /** Whether the client gets the standard output. Default: true. */
    stdout?: boolean;
    /**
     * Whether the client gets the standard error. Default: true. Not with tty, which puts both into
     * one.
     */
    stderr?: boolean;
    /** Whether the process has a terminal. Default: false. */
    tty?: boolean;
    /** The name of the container. May be unset if the pod has only one. */
    container?: string;
  }

  /** A private key and a certificate for the pod. */
  interface PodCertificateProjection {
    /** The signer that issues the certificate. */
    signerName?: string;
    /** The type of the key: RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521 or ED25519. */
    keyType?: string;
    /**
     * The maximum lifetime of the certificate in seconds: at least 3600. The signer may choose a
     * shorter one. Default: 86400.
     */
    maxExpirationSeconds?: number;
    /** The path of a file with the private key followed by the certificate chain. */
    credentialBundlePath?: string;
    /** The path of the file with the private key. */
    keyPath?: string;
    /** The path of the file with the certificate chain. */
    certificateChainPath?: string;
    /** Further information for the signer, by key. */
    userAnnotations?: Record<string, string>;
  }

  /** A condition of a pod. */
  interface PodCondition {
    /**
     * The type: PodScheduled, Initialized, ContainersReady, Ready and others, including readiness
     * gates.
     */
    type: PodConditionType;
    /** The metadata.generation of the object that the condition was determined for. */
    observedGeneration?: scalars.Int64;
    /** Whether the condition holds: True, False or Unknown. */
    status: ConditionStatus;
    /** When the condition was last checked, whether it changed or not. */
    lastProbeTime?: scalars.Time | null;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /**
   * A condition of a pod. PodScheduled: it has a node. Initialized: its init containers have
   * succeeded. ContainersReady: all containers are ready. Ready: it gets traffic. DisruptionTarget:
   * it is about to be ended. The others tell of sandboxes, resizing and restarts.
   */
  type PodConditionType = "ContainersReady" | "Initialized" | "Ready" | "PodScheduled" | "DisruptionTarget" | "PodReadyToStartContainers" | "PodResizePending" | "PodResizeInProgress" | "AllContainersRestarting" | (string & Record<never, never>);

  /** The DNS settings of a pod. */
  interface PodDNSConfig {
    /** IP addresses of DNS servers, added to those of dnsPolicy: at most 3 in total. */
    nameservers?: string[];
    /** DNS search domains for short names, added to those of dnsPolicy: at most 32 in total. */
    searches?: string[];
    /** Resolver options, which override those of dnsPolicy with the same name. */
    options?: PodDNSConfigOption[];
  }

  /** A resolver option. */
  interface PodDNSConfigOption {
    /** The name of the option, such as ndots. Required. */
    name?: string;
    /** The value of the option, if it has one. */
    value?: string;
  }

  /** Options of running a command in a container. */
  interface PodExecOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodExecOptions";
    /** Whether the client sends the standard input. Default: false. */
    stdin?: boolean;
    /** Whether the client gets the standard output. Default: true. */
    stdout?: boolean;
    /**
     * Whether the client gets the standard error. Default: true. Not with tty, which puts both into
     * one.
     */
    stderr?: boolean;
    /** Whether the process has a terminal. Default: false. */
    tty?: boolean;
    /** The name of the container. May be unset if the pod has only one. */
    container?: string;
    /** The program and its arguments. It is run without a shell. */
    command: string[];
  }

  /** The claim created for a pod's extended resources. */
  interface PodExtendedResourceClaimStatus {
    /** Which request of the claim provides which extended resource of which container. */
    requestMappings: ContainerExtendedResourceRequest[];
    /** The name of the claim object, in the pod's namespace. */
    resourceClaimName: string;
  }

  /** When the files of a volume get the group of the pod: if its root differs, or always. */
  type PodFSGroupChangePolicy = "OnRootMismatch" | "Always";

  /** An IP address of a pod. */
  interface PodIP {
    /** The IP address. */
    ip: string;
  }

  /** A list of Pod objects. */
  interface PodList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Pod[];
  }

  /** Options of reading the log of a container. */
  interface PodLogOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodLogOptions";
    /** The name of the container. May be unset if the pod has only one. */
    container?: string;
    /** Whether to go on until the container ends. Default: false. */
    follow?: boolean;
    /** Whether to read the log of the container before its last restart. Default: false. */
    previous?: boolean;
    /** Only what was written in the last so many seconds. Not with sinceTime. */
    sinceSeconds?: scalars.Int64;
    /** Only what was written after this time. Not with sinceSeconds. */
    sinceTime?: scalars.Time;
    /** Whether each line begins with its time. Default: false. */
    timestamps?: boolean;
    /** Only so many lines, the last ones. If unset, all. */
    tailLines?: scalars.Int64;
    /** The maximum number of bytes; the last line may be cut off. If unset, no limit. */
    limitBytes?: scalars.Int64;
    /**
     * Whether the server may read from a node whose certificate it can't verify: the log may then
     * come from someone else. Default: false.
     */
    insecureSkipTLSVerifyBackend?: boolean;
    /** The stream: All (the default), Stdout or Stderr. */
    stream?: string;
  }

  /** An operating system. */
  interface PodOS {
    /** The name: linux or windows. */
    name: OSName;
  }

  /**
   * How far a pod has come. Pending: not all containers have started. Running: one runs or restarts.
   * Succeeded: all ended well. Failed: all ended, one badly. Unknown: its node can't be reached.
   */
  type PodPhase = "Pending" | "Running" | "Succeeded" | "Failed" | "Unknown";

  /** Options of a connection to ports of a pod. */
  interface PodPortForwardOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodPortForwardOptions";
    /** The ports: 1 to 65535. Required for connections by WebSocket. */
    ports?: number[];
  }

  /** Options of passing a request on to a pod. */
  interface PodProxyOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodProxyOptions";
    /** The path of the request, with its query, that is passed on. If empty, the root. */
    path?: string;
  }

  /**
   * How a pod is treated where resources run short. Guaranteed: its requests are its limits.
   * Burstable: it has some. BestEffort: it has none, and is the first to be ended.
   */
  type PodQOSClass = "Guaranteed" | "Burstable" | "BestEffort";

  /** An additional condition for a pod's readiness. */
  interface PodReadinessGate {
    /** The type of the condition in the pod's status. */
    conditionType: PodConditionType;
  }

  /**
   * How far the resizing of a pod has come. Deferred: the node has no room now. Infeasible: it never
   * has.
   */
  type PodResizeStatus = "InProgress" | "Deferred" | "Infeasible" | (string & Record<never, never>);

  /** A resource claim of a pod: either an existing claim or a template for one. */
  interface PodResourceClaim {
    /** The name by which containers refer to the claim. */
    name: string;
    /** The name of an existing claim in the pod's namespace. */
    resourceClaimName?: string;
    /** The name of a template. A claim is created from it for this pod, and deleted with the pod. */
    resourceClaimTemplateName?: string;
  }

  /** The status of one of a pod's resource claims. */
  interface PodResourceClaimStatus {
    /** The name of the claim in the pod's spec. */
    name: string;
    /** The name of the claim object. If unset, no claim was necessary. */
    resourceClaimName?: string;
  }

  /** How files of a volume get the label of the pod: one by one, or by an option of the mount. */
  type PodSELinuxChangePolicy = "Recursive" | "MountOption" | (string & Record<never, never>);

  /** A gate that keeps a pod from being scheduled. */
  interface PodSchedulingGate {
    /** The name of the gate, unique in the pod. */
    name: string;
  }

  /** The pod group that a pod is scheduled with. */
  interface PodSchedulingGroup {
    /** The name of the pod group, in the pod's namespace. */
    podGroupName?: string;
  }

  /** Security settings for all containers of a pod. Can't be changed. */
  interface PodSecurityContext {
    /** The SELinux context of all containers. If unset, the runtime chooses one. Linux only. */
    seLinuxOptions?: SELinuxOptions;
    /** Settings specific to Windows. Windows only. */
    windowsOptions?: WindowsSecurityContextOptions;
    /** The user ID of the containers' processes. If unset, the image's user. Linux only. */
    runAsUser?: scalars.Int64;
    /**
     * The primary group ID of the containers' processes. If unset, the runtime's default. Linux only.
     */
    runAsGroup?: scalars.Int64;
    /** Whether containers that would run as root must not start. Default: false. */
    runAsNonRoot?: boolean;
    /** Additional group IDs of the containers' processes. Linux only. */
    supplementalGroups?: scalars.Int64[];
    /**
     * Merge (the default) adds the groups that the image defines for the user, Strict does not. Linux
     * only.
     */
    supplementalGroupsPolicy?: SupplementalGroupsPolicy;
    /**
     * A group ID that owns the pod's volumes, if their type supports it, and that all containers'
     * processes get too. Linux only.
     */
    fsGroup?: scalars.Int64;
    /** Kernel parameters of the pod's namespaces. Linux only. */
    sysctls?: Sysctl[];
    /**
     * Always (the default) sets ownership and permissions of volumes at each mount, OnRootMismatch
     * only if those of the root directory differ. Linux only.
     */
    fsGroupChangePolicy?: PodFSGroupChangePolicy;
    /** The seccomp profile of all containers. Linux only. */
    seccompProfile?: SeccompProfile;
    /** The AppArmor profile of all containers. Linux only. */
    appArmorProfile?: AppArmorProfile;
    /**
     * How volumes get the SELinux label: Recursive relabels each file, MountOption (the default if
     * supported) mounts the volume with the label. Linux only.
     */
    seLinuxChangePolicy?: PodSELinuxChangePolicy;
  }

  /** Which pods are meant: exactly one field is set. */
  interface PodSignature {
    /** The controller that owns the pods. */
    podController?: metaV1.OwnerReference;
  }

  /** The containers of a pod and how they run. Most fields can't be changed after creation. */
  interface PodSpec {
    /** Volumes that containers of the pod can mount by name. */
    volumes?: Volume[];
    /**
     * Containers that run before the others, one after another, each to completion. A failed one is
     * restarted by restartPolicy. One with restartPolicy Always is a sidecar: it keeps running beside
     * the later containers.
     */
    initContainers?: Container[];
    /** The containers of the pod: at least one. None can be added or removed later. */
    containers: Container[];
    /**
     * Containers added to a running pod for debugging, only through the ephemeralcontainers
     * subresource. They can't be removed or restarted.
     */
    ephemeralContainers?: EphemeralContainer[];
    /**
     * When containers that ended are started again: Always (the default), OnFailure or Never.
     * Deployments, replica sets, stateful sets and daemon sets require Always; jobs require OnFailure
     * or Never.
     */
    restartPolicy?: RestartPolicy;
    /**
     * The time in seconds from the start of termination, including preStop hooks, until containers
     * are killed; 0 kills them at once. Default: 30.
     */
    terminationGracePeriodSeconds?: scalars.Int64;
    /**
     * How many seconds after its start the pod is terminated and fails. If unset, no limit. Once set,
     * it can only be decreased.
     */
    activeDeadlineSeconds?: scalars.Int64;
    /**
     * How DNS names are resolved: ClusterFirst (the default) by the cluster's DNS, Default as on the
     * node, None by dnsConfig only. ClusterFirstWithHostNet is ClusterFirst for pods in the host
     * network.
     */
    dnsPolicy?: DNSPolicy;
    /** Labels that a node must have to run the pod. */
    nodeSelector?: Record<string, string>;
    /** The service account under which the pod accesses the API. Default: default. */
    serviceAccountName?: string;
    /** Deprecated: an alias of serviceAccountName. */
    serviceAccount?: string;
    /**
     * Whether a token of the service account is mounted into the containers. If unset, the setting of
     * the service account, or true.
     */
    automountServiceAccountToken?: boolean;
    /**
     * The node that the pod runs on, set by the scheduler through a binding. Set at creation, it
     * bypasses the scheduler. Can't be changed.
     */
    nodeName?: string;
    /**
     * Whether the pod uses the node's network instead of its own. Host ports must then equal
     * container ports. Default: false.
     */
    hostNetwork?: boolean;
    /**
     * Whether the pod uses the node's PID namespace. Default: false. Not allowed with
     * shareProcessNamespace.
     */
    hostPID?: boolean;
    /** Whether the pod uses the node's IPC namespace. Default: false. */
    hostIPC?: boolean;
    /** Whether the containers of the pod share one PID namespace. Default: false. */
    shareProcessNamespace?: boolean;
    /** Security settings for all containers, which a container's own settings override. */
    securityContext?: PodSecurityContext;
    /** Secrets in the pod's namespace with credentials for pulling its images. */
    imagePullSecrets?: LocalObjectReference[];
    /** The host name of the pod. Default: the pod's name. */
    hostname?: string;
    /**
     * With hostname it forms the DNS name HOSTNAME.SUBDOMAIN.NAMESPACE.svc.DOMAIN, published by the
     * headless service named like the subdomain.
     */
    subdomain?: string;
    /** Rules for choosing the node, by its labels and by the other pods that run nearby. */
    affinity?: Affinity;
    /** The name of the scheduler that assigns the pod to a node. Default: default-scheduler. */
    schedulerName?: string;
    /** The taints that the pod tolerates. Tolerations can be added later but not removed. */
    tolerations?: Toleration[];
    /** Additional entries for the hosts file of the containers. */
    hostAliases?: HostAlias[];
    /** The priority class of the pod. If unset, the global default class, or priority 0. */
    priorityClassName?: string;
    /**
     * The priority: pods with higher values are scheduled first and can preempt those with lower
     * ones. Set from the priority class.
     */
    priority?: number;
    /** DNS settings that are added to those of dnsPolicy, or replace them for policy None. */
    dnsConfig?: PodDNSConfig;
    /**
     * Conditions that must be True, in addition to the readiness of the containers, for the pod to be
     * ready.
     */
    readinessGates?: PodReadinessGate[];
    /**
     * The runtime class, which selects the container runtime's configuration. If unset, the default
     * one.
     */
    runtimeClassName?: string;
    /**
     * Whether containers get environment variables for the services of the namespace. Default: true.
     */
    enableServiceLinks?: boolean;
    /**
     * PreemptLowerPriority (the default) lets the pod preempt pods of lower priority, Never does not.
     * Set from the priority class.
     */
    preemptionPolicy?: PreemptionPolicy;
    /** The resources that the pod uses in addition to its containers. Set from the runtime class. */
    overhead?: ResourceList;
    /** How pods are spread across zones, nodes or other topology domains. All constraints apply. */
    topologySpreadConstraints?: TopologySpreadConstraint[];
    /**
     * Whether the host name is the fully qualified domain name instead of the short name. Default:
     * false.
     */
    setHostnameAsFQDN?: boolean;
    /**
     * The operating system of the containers. It determines which fields of the security contexts may
     * be set.
     */
    os?: PodOS;
    /**
     * False runs the pod in its own user namespace, where root has no privileges on the node.
     * Default: true.
     */
    hostUsers?: boolean;
    /**
     * Gates that keep the pod from being scheduled until all are removed. They can only be added at
     * creation.
     */
    schedulingGates?: PodSchedulingGate[];
    /**
     * The resource claims of the pod, which starts only once they are allocated and reserved for it.
     * Containers refer to them by name.
     */
    resourceClaims?: PodResourceClaim[];
    /**
     * The requests and limits of the pod as a whole, shared by its containers: cpu, memory and huge
     * pages only.
     */
    resources?: ResourceRequirements;
    /**
     * Overrides the host name, regardless of hostname, subdomain and setHostnameAsFQDN: at most 64
     * characters. Not allowed in the host network.
     */
    hostnameOverride?: string;
    /** The pod group that the pod is scheduled with. If unset, it is scheduled alone. */
    schedulingGroup?: PodSchedulingGroup;
  }

  /** The observed state of a pod, written mostly by the node agent. */
  interface PodStatus {
    /** The metadata.generation of the pod that this status describes. */
    observedGeneration?: scalars.Int64;
    /**
     * Pending: not all containers have been started yet. Running: at least one is running or
     * restarting. Succeeded: all have succeeded and won't restart. Failed: all have ended, at least
     * one in failure. Unknown: the node can't be reached.
     */
    phase?: PodPhase;
    /** Whether the pod is scheduled, initialized and ready. */
    conditions?: PodCondition[];
    /** A human-readable explanation of the pod's state. */
    message?: string;
    /** The reason for the pod's state in one word, such as Evicted. */
    reason?: string;
    /**
     * The node on which pods are being preempted for this one, or on which it is expected to run. It
     * may be scheduled elsewhere.
     */
    nominatedNodeName?: string;
    /** The IP address of the node. */
    hostIP?: string;
    /** The IP addresses of the node, one for each IP family; the first equals hostIP. */
    hostIPs?: HostIP[];
    /** The IP address of the pod. Empty until one is assigned. */
    podIP?: string;
    /** The IP addresses of the pod, one for each IP family; the first equals podIP. */
    podIPs?: PodIP[];
    /** When the node agent accepted the pod, before it pulled any image. */
    startTime?: scalars.Time;
    /** The statuses of the init containers. */
    initContainerStatuses?: ContainerStatus[];
    /** The statuses of the containers. */
    containerStatuses?: ContainerStatus[];
    /**
     * The quality of service class, derived from requests and limits: Guaranteed, Burstable or
     * BestEffort. When the node is short of resources, BestEffort pods are evicted first.
     */
    qosClass?: PodQOSClass;
    /** The statuses of the ephemeral containers. */
    ephemeralContainerStatuses?: ContainerStatus[];
    /**
     * Deprecated: use the conditions PodResizePending and PodResizeInProgress. The state of a resize
     * of the pod's resources.
     */
    resize?: PodResizeStatus;
    /** The statuses of the pod's resource claims. */
    resourceClaimStatuses?: PodResourceClaimStatus[];
    /** The claim created for extended resources that devices provide. */
    extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
    /** The resources that the node has allocated to the pod as a whole. */
    allocatedResources?: ResourceList;
    /** The requests and limits in effect for the pod as a whole. */
    resources?: ResourceRequirements;
    /** Resources of the node that resource claims of the pod consume. */
    nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];
  }

  /** A pod's status alone. */
  interface PodStatusResult {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodStatusResult";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: PodStatus;
  }

  /** A pod template that is stored as an object of its own. */
  interface PodTemplate {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodTemplate";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The pod template. */
    template?: PodTemplateSpec;
  }

  /** A list of PodTemplate objects. */
  interface PodTemplateList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodTemplateList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: PodTemplate[];
  }

  /** A template of pods. */
  interface PodTemplateSpec {
    /** The labels and annotations of the pods. */
    metadata?: metaV1.ObjectMeta;
    /** The spec of the pods. */
    spec?: PodSpec;
  }

  /** The state of a port of a load balancer. */
  interface PortStatus {
    /** The port number. */
    port: number;
    /** The protocol: TCP, UDP or SCTP. */
    protocol: Protocol;
    /** Why the port does not work: one word in CamelCase, or DOMAIN/NAME. */
    error?: string;
  }

  /** A volume of Portworx. */
  interface PortworxVolumeSource {
    /** The ID of the volume. */
    volumeID: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** Requirements that an object must meet before an operation on it. */
  interface Preconditions {
    /** The UID that the object must have. */
    uid?: string;
  }

  /** Whether pods of lower priority are evicted to make room for a pod. */
  type PreemptionPolicy = "PreemptLowerPriority" | "Never";

  /** Pods that a node should not get. */
  interface PreferAvoidPodsEntry {
    /** Which pods. */
    podSignature: PodSignature;
    /** When a pod of them was removed from the node. */
    evictionTime?: scalars.Time | null;
    /** Why: one word in CamelCase, for programs. */
    reason?: string;
    /** Why, for people. */
    message?: string;
  }

  /** A weighted preference for nodes. */
  interface PreferredSchedulingTerm {
    /** The weight of the preference: 1 to 100. */
    weight: number;
    /** The nodes that are preferred. */
    preference: NodeSelectorTerm;
  }

  /** A periodic check of a container: one of exec, httpGet, tcpSocket and grpc. */
  interface Probe extends ProbeHandler {
    /** The delay in seconds between the container's start and the first check. Default: 0. */
    initialDelaySeconds?: number;
    /** The timeout of a check in seconds: at least 1. Default: 1. */
    timeoutSeconds?: number;
    /** The interval between checks in seconds: at least 1. Default: 10. */
    periodSeconds?: number;
    /**
     * How many consecutive successes make the probe succeed after a failure. Default: 1, the only
     * value allowed for liveness and startup.
     */
    successThreshold?: number;
    /** How many consecutive failures make the probe fail: at least 1. Default: 3. */
    failureThreshold?: number;
    /**
     * The grace period in seconds after this probe fails: at least 1. If unset, the pod's. Not
     * allowed for readiness probes.
     */
    terminationGracePeriodSeconds?: scalars.Int64;
  }

  /** The action of a probe: exactly one of these. */
  interface ProbeHandler {
    /** Runs a command in the container. Exit code 0 is success. */
    exec?: ExecAction;
    /** Sends an HTTP GET request. Status codes 200 to 399 are success. */
    httpGet?: HTTPGetAction;
    /** Opens a TCP connection. An open port is success. */
    tcpSocket?: TCPSocketAction;
    /** Calls the gRPC health service. The status SERVING is success. */
    grpc?: GRPCAction;
  }

  /** Whether parts of /proc are hidden and read-only (Default) or not (Unmasked). */
  type ProcMountType = "Default" | "Unmasked";

  /** Several sources combined in one directory. */
  interface ProjectedVolumeSource {
    /** The sources. Their paths must not overlap. */
    sources?: VolumeProjection[] | null;
    /** The permission bits of the files: 0 to 0777; in JSON as a decimal number. Default: 0644. */
    defaultMode?: number;
  }

  /** A protocol of ports. */
  type Protocol = "TCP" | "UDP" | "SCTP";

  /** When an image is fetched: always, never, or if the node doesn't have it. */
  type PullPolicy = "Always" | "Never" | "IfNotPresent";

  /** A Quobyte volume. */
  interface QuobyteVolumeSource {
    /** The registry services as HOST:PORT, separated by commas. */
    registry: string;
    /** The name of the volume. */
    volume: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** The user that mounts the volume. Default: the service account's user. */
    user?: string;
    /** The group that mounts the volume. Default: none. */
    group?: string;
    /** The tenant that the volume belongs to. */
    tenant?: string;
  }

  /** A RADOS block device of Ceph. */
  interface RBDPersistentVolumeSource {
    /** The Ceph monitors. */
    monitors: string[];
    /** The name of the RBD image. */
    image: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** The Ceph pool. Default: rbd. */
    pool?: string;
    /** The Ceph user. Default: admin. */
    user?: string;
    /** The path of the user's keyring. Default: /etc/ceph/keyring. */
    keyring?: string;
    /** A secret with credentials. */
    secretRef?: SecretReference;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** A RADOS block device of Ceph. */
  interface RBDVolumeSource {
    /** The Ceph monitors. */
    monitors: string[];
    /** The name of the RBD image. */
    image: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** The Ceph pool. Default: rbd. */
    pool?: string;
    /** The Ceph user. Default: admin. */
    user?: string;
    /** The path of the user's keyring. Default: /etc/ceph/keyring. */
    keyring?: string;
    /** A secret in the pod's namespace with credentials. */
    secretRef?: LocalObjectReference;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** Which addresses or ports of a range are taken. Only stored, never served. */
  interface RangeAllocation {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "RangeAllocation";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The range: addresses as a network such as 10.0.0.0/16, ports as 30000-32767. */
    range: string;
    /** One bit for each address or port, set if it is taken. */
    data: scalars.Base64;
  }

  /**
   * Whether mounts inside a read-only one are read-only too: no, if the node can do it, or the pod
   * fails.
   */
  type RecursiveReadOnlyMode = "Disabled" | "IfPossible" | "Enabled" | (string & Record<never, never>);

  /**
   * Keeps a number of identical pods running. Deployments, which manage replica sets, are recommended
   * instead.
   */
  interface ReplicationController {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ReplicationController";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: ReplicationControllerSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: ReplicationControllerStatus;
  }

  /** A condition of a replication controller. */
  interface ReplicationControllerCondition {
    /** The type of the condition: ReplicaFailure. */
    type: ReplicationControllerConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: ConditionStatus;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /**
   * A condition of a replication controller. ReplicaFailure: a pod could not be created or deleted.
   */
  type ReplicationControllerConditionType = "ReplicaFailure" | (string & Record<never, never>);

  /** A list of ReplicationController objects. */
  interface ReplicationControllerList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ReplicationControllerList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ReplicationController[];
  }

  /** The number of pods, their selector and their template. */
  interface ReplicationControllerSpec {
    /** The desired number of pods. Default: 1. */
    replicas?: number;
    /** How many seconds a pod must be ready before it counts as available. Default: 0. */
    minReadySeconds?: number;
    /** Labels of the pods to manage. Default: the labels of the template. */
    selector?: Record<string, string>;
    /** The template of the pods. Its labels must match the selector. */
    template?: PodTemplateSpec;
  }

  /** The observed state of a replication controller. */
  interface ReplicationControllerStatus {
    /** The number of pods. */
    replicas: number;
    /** The number of pods that have all labels of the template. */
    fullyLabeledReplicas?: number;
    /** The number of pods that are ready. */
    readyReplicas?: number;
    /** The number of pods that have been ready for at least minReadySeconds. */
    availableReplicas?: number;
    /**
     * The metadata.generation of the object that this status describes. If it is less than the
     * object's, the latest change of the spec has not been processed yet.
     */
    observedGeneration?: scalars.Int64;
    /** The conditions of the object, at most one of each type. */
    conditions?: ReplicationControllerCondition[];
  }

  /** A resource claim that a container uses. */
  interface ResourceClaim {
    /** The name of the claim in the pod's resourceClaims. */
    name: string;
    /** The request of the claim to use. If unset, all of them. */
    request?: string;
  }

  /** A request or limit of a container. */
  interface ResourceFieldSelector {
    /** The name of the container. Required in volumes. Default for variables: their own container. */
    containerName?: string;
    /** The resource: limits.cpu, requests.memory and so on. */
    resource: string;
    /** The unit of the output: the value is divided by it and rounded up. Default: 1. */
    divisor?: scalars.Quantity;
  }

  /** The health of one device. */
  interface ResourceHealth {
    /** The ID of the device, unique for the resource. */
    resourceID: ResourceID;
    /** Healthy, Unhealthy or Unknown. */
    health?: ResourceHealthStatus;
    /** More about the health, as a human-readable message. */
    message?: string;
  }

  /** Whether a device works. Unknown: nobody has told lately. */
  type ResourceHealthStatus = "Healthy" | "Unhealthy" | "Unknown" | (string & Record<never, never>);

  /** The ID of a device, unique on its node. */
  type ResourceID = string;

  /** Amounts by resource: cpu, memory and others. */
  type ResourceList = Record<string, scalars.Quantity>;

  /**
   * The name of a resource: cpu, memory, or DOMAIN/NAME for those of others. Quotas have further
   * ones, such as pods and limits.cpu.
   */
  type ResourceName = "cpu" | "memory" | "storage" | "ephemeral-storage" | "pods" | "services" | "replicationcontrollers" | "resourcequotas" | "secrets" | "configmaps" | "persistentvolumeclaims" | "services.nodeports" | "services.loadbalancers" | "requests.cpu" | "requests.memory" | "requests.storage" | "requests.ephemeral-storage" | "limits.cpu" | "limits.memory" | "limits.ephemeral-storage" | (string & Record<never, never>);

  /** Limits the total resources and the number of objects in a namespace. */
  interface ResourceQuota {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ResourceQuota";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: ResourceQuotaSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: ResourceQuotaStatus;
  }

  /** A list of ResourceQuota objects. */
  interface ResourceQuotaList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ResourceQuotaList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ResourceQuota[];
  }

  /**
   * Which objects a quota counts: pods with or without an end, with or without requests, of a
   * priority class, with affinity across namespaces, or claims of a class.
   */
  type ResourceQuotaScope = "Terminating" | "NotTerminating" | "BestEffort" | "NotBestEffort" | "PriorityClass" | "CrossNamespacePodAffinity" | "VolumeAttributesClass";

  /** The limits, and the objects they apply to. */
  interface ResourceQuotaSpec {
    /**
     * The limits by resource: requests.cpu, limits.memory, pods, requests.storage,
     * count/RESOURCE.GROUP.
     */
    hard?: ResourceList;
    /** Count only objects that match all of these scopes. If empty, all objects. */
    scopes?: ResourceQuotaScope[];
    /** Like scopes, but with operators and values: for example certain priority classes. */
    scopeSelector?: ScopeSelector;
  }

  /** The usage of a quota. */
  interface ResourceQuotaStatus {
    /** The enforced limits, by resource. */
    hard?: ResourceList;
    /** The current total usage in the namespace, by resource. */
    used?: ResourceList;
  }

  /** The resources that are needed (requests), and the maximum that may be used (limits). */
  interface ResourceRequirements {
    /**
     * The maximum amount by resource. A container is throttled at its CPU limit, and killed if it
     * exceeds its memory limit.
     */
    limits?: ResourceList;
    /**
     * The amount by resource that scheduling reserves on the node. Default: the limit, if set. Not
     * more than the limit.
     */
    requests?: ResourceList;
    /** The pod's resource claims that the container uses. Can't be changed. */
    claims?: ResourceClaim[];
  }

  /** Whether a container is restarted when this resource is resized. */
  type ResourceResizeRestartPolicy = "NotRequired" | "RestartContainer" | (string & Record<never, never>);

  /** The health of one resource of a container. */
  interface ResourceStatus {
    /** The name of the resource; claim:CLAIM/REQUEST for a resource claim. */
    name: ResourceName;
    /** The health of each allocated device. */
    resources?: ResourceHealth[];
  }

  /** When containers of a pod are restarted after they ended: always, if they failed, or never. */
  type RestartPolicy = "Always" | "OnFailure" | "Never";

  /** An SELinux context. */
  interface SELinuxOptions {
    /** The SELinux user. */
    user?: string;
    /** The SELinux role. */
    role?: string;
    /** The SELinux type. */
    type?: string;
    /** The SELinux level. */
    level?: string;
  }

  /** A ScaleIO volume. */
  interface ScaleIOPersistentVolumeSource {
    /** The address of the API gateway. */
    gateway: string;
    /** The name of the storage system. */
    system: string;
    /** A secret with credentials. */
    secretRef: SecretReference | null;
    /** Whether connections to the gateway use TLS. Default: false. */
    sslEnabled?: boolean;
    /** The protection domain. */
    protectionDomain?: string;
    /** The storage pool. */
    storagePool?: string;
    /** ThickProvisioned or ThinProvisioned (the default). */
    storageMode?: string;
    /** The name of the volume. */
    volumeName?: string;
    /** The file system type. Default: xfs. */
    fsType?: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** A ScaleIO volume. */
  interface ScaleIOVolumeSource {
    /** The address of the API gateway. */
    gateway: string;
    /** The name of the storage system. */
    system: string;
    /** A secret in the pod's namespace with credentials. */
    secretRef: LocalObjectReference | null;
    /** Whether connections to the gateway use TLS. Default: false. */
    sslEnabled?: boolean;
    /** The protection domain. */
    protectionDomain?: string;
    /** The storage pool. */
    storagePool?: string;
    /** ThickProvisioned or ThinProvisioned (the default). */
    storageMode?: string;
    /** The name of the volume. */
    volumeName?: string;
    /** The file system type. Default: xfs. */
    fsType?: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
  }

  /** The scopes that a quota applies to. */
  interface ScopeSelector {
    /** The requirements. All must be met. */
    matchExpressions?: ScopedResourceSelectorRequirement[];
  }

  /** How a value is compared: among values or not, present or absent. */
  type ScopeSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist";

  /** A requirement for one scope. */
  interface ScopedResourceSelectorRequirement {
    /**
     * The scope: Terminating, NotTerminating, BestEffort, NotBestEffort, PriorityClass,
     * CrossNamespacePodAffinity or VolumeAttributesClass.
     */
    scopeName: ResourceQuotaScope;
    /**
     * In, NotIn, Exists or DoesNotExist. Only PriorityClass and VolumeAttributesClass take other
     * operators than Exists.
     */
    operator: ScopeSelectorOperator;
    /** The values for In and NotIn: at least one. Must be empty for other operators. */
    values?: string[];
  }

  /** A seccomp profile, which restricts system calls. */
  interface SeccompProfile {
    /**
     * RuntimeDefault uses the container runtime's profile, Unconfined none, Localhost the one in
     * localhostProfile.
     */
    type: SeccompProfileType;
    /** The name of a profile on the node. Required for type Localhost, otherwise not allowed. */
    localhostProfile?: string;
  }

  /**
   * Which seccomp profile confines a container. Unconfined: none. RuntimeDefault: that of the
   * container runtime. Localhost: one that is on the node.
   */
  type SeccompProfileType = "Unconfined" | "RuntimeDefault" | "Localhost";

  /**
   * Confidential data by key, such as passwords, tokens and keys. At most 1 MiB in total. Anyone who
   * can read it, or create pods in its namespace, has access to it.
   */
  interface Secret {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Secret";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /**
     * True makes the data immutable. It can't be set back to false: delete the object and create it
     * again. Default: false.
     */
    immutable?: boolean;
    /** Bytes by key, in Base64. Keys consist of letters, digits, -, _ and dots. */
    data?: Record<string, scalars.Base64>;
    /**
     * Strings by key, which the server writes into data, replacing values of the same key.
     * Write-only.
     */
    stringData?: Record<string, string>;
    /**
     * The type of the data. Opaque (the default) allows any keys; types for tokens, certificates and
     * logins require certain ones. Can't be changed.
     */
    type?: SecretType;
  }

  /** A secret whose keys become environment variables. */
  interface SecretEnvSource extends LocalObjectReference {
    /** Whether the secret may be missing. Default: false. */
    optional?: boolean;
  }

  /** A key of a secret. */
  interface SecretKeySelector extends LocalObjectReference {
    /** The key in the secret. */
    key: string;
    /** Whether the secret or the key may be missing. Default: false. */
    optional?: boolean;
  }

  /** A list of Secret objects. */
  interface SecretList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "SecretList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Secret[];
  }

  /** A secret in a projected volume. */
  interface SecretProjection extends LocalObjectReference {
    /** The keys to include, and their paths. If empty, all keys, each as a file of its name. */
    items?: KeyToPath[];
    /** Whether the object or the listed keys may be missing. Default: false. */
    optional?: boolean;
  }

  /** A reference to a secret in any namespace. */
  interface SecretReference {
    /** The name of the secret. */
    name?: string;
    /** The namespace of the secret. */
    namespace?: string;
  }

  /**
   * What a secret is for, which decides the keys that it must have. Any other text is allowed too.
   */
  type SecretType = "Opaque" | "kubernetes.io/service-account-token" | "kubernetes.io/dockercfg" | "kubernetes.io/dockerconfigjson" | "kubernetes.io/basic-auth" | "kubernetes.io/ssh-auth" | "kubernetes.io/tls" | "bootstrap.kubernetes.io/token" | (string & Record<never, never>);

  /** A secret, with each key as a file. */
  interface SecretVolumeSource {
    /** The name of the secret, in the pod's namespace. */
    secretName?: string;
    /** The keys to include, and their paths. If empty, all keys, each as a file of its name. */
    items?: KeyToPath[];
    /** The permission bits of the files: 0 to 0777; in JSON as a decimal number. Default: 0644. */
    defaultMode?: number;
    /** Whether the object or the listed keys may be missing. Default: false. */
    optional?: boolean;
  }

  /** Security settings of a container. They override the pod's. */
  interface SecurityContext {
    /** Capabilities to add and drop. If unset, the runtime's default set. Linux only. */
    capabilities?: Capabilities;
    /** Whether the container has the privileges of root on the node. Default: false. Linux only. */
    privileged?: boolean;
    /** The SELinux context. If unset, the pod's, or one that the runtime chooses. Linux only. */
    seLinuxOptions?: SELinuxOptions;
    /** Settings specific to Windows. Windows only. */
    windowsOptions?: WindowsSecurityContextOptions;
    /** The user ID of the container's process. If unset, the pod's, or the image's. Linux only. */
    runAsUser?: scalars.Int64;
    /**
     * The primary group ID of the container's process. If unset, the pod's, or the runtime's default.
     * Linux only.
     */
    runAsGroup?: scalars.Int64;
    /**
     * Whether the container must not start if it would run as root. If unset, the pod's setting, or
     * false.
     */
    runAsNonRoot?: boolean;
    /** Whether the root file system of the container is read-only. Default: false. Linux only. */
    readOnlyRootFilesystem?: boolean;
    /**
     * Whether child processes can acquire privileges that their parent lacks, for example through
     * setuid. Default: true; always true if privileged or with CAP_SYS_ADMIN. Linux only.
     */
    allowPrivilegeEscalation?: boolean;
    /**
     * Default masks parts of /proc and makes others read-only, Unmasked does not and requires
     * hostUsers to be false. Linux only.
     */
    procMount?: ProcMountType;
    /** The seccomp profile. If unset, the pod's. Linux only. */
    seccompProfile?: SeccompProfile;
    /** The AppArmor profile. If unset, the pod's. Linux only. */
    appArmorProfile?: AppArmorProfile;
  }

  /** A reference to an object, as an annotation holds it. */
  interface SerializedReference {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "SerializedReference";
    /** The object. */
    reference?: ObjectReference;
  }

  /** A stable name and address for a changing set of pods. */
  interface Service {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Service";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: ServiceSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: ServiceStatus;
  }

  /** An identity for processes that run in pods. */
  interface ServiceAccount {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ServiceAccount";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** Secrets that pods of the account may use, where this is enforced. Usually unset. */
    secrets?: ObjectReference[];
    /** Secrets for pulling images in pods of the account that specify none themselves. */
    imagePullSecrets?: LocalObjectReference[];
    /** Whether pods of the account get a token mounted. A pod can override it. Default: true. */
    automountServiceAccountToken?: boolean;
  }

  /** A list of ServiceAccount objects. */
  interface ServiceAccountList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ServiceAccountList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ServiceAccount[];
  }

  /** A token of the pod's service account. */
  interface ServiceAccountTokenProjection {
    /** The audience of the token. Default: the API server. */
    audience?: string;
    /**
     * The requested lifetime of the token in seconds: at least 600. The token is replaced before it
     * expires. Default: 3600.
     */
    expirationSeconds?: scalars.Int64;
    /** The path of the file relative to the root of the volume. */
    path: string;
  }

  /** Whether all traffic of a client goes to the same pod. */
  type ServiceAffinity = "ClientIP" | "None";

  /** To which pods traffic is routed. Cluster: to all. Local: to those on the same node. */
  type ServiceExternalTrafficPolicy = "Cluster" | "Local";

  /** The older name of ServiceExternalTrafficPolicy. */
  type ServiceExternalTrafficPolicyType = ServiceExternalTrafficPolicy;

  /** To which pods traffic is routed. Cluster: to all. Local: to those on the same node. */
  type ServiceInternalTrafficPolicy = "Cluster" | "Local";

  /** The older name of ServiceInternalTrafficPolicy. */
  type ServiceInternalTrafficPolicyType = ServiceInternalTrafficPolicy;

  /** A list of Service objects. */
  interface ServiceList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ServiceList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Service[];
  }

  /** A port of a service. */
  interface ServicePort {
    /**
     * The name of the port: a DNS label, unique in the service. Required if there are several ports.
     */
    name?: string;
    /** The protocol: TCP (the default), UDP or SCTP. */
    protocol?: Protocol;
    /** The application protocol, as a hint for implementations: http, or DOMAIN/NAME. */
    appProtocol?: string;
    /** The port that the service exposes: 1 to 65535. */
    port: number;
    /**
     * The port of the pods: a number, or the name of a container port. Default: the value of port.
     */
    targetPort?: scalars.IntOrString;
    /**
     * The port on each node, for types NodePort and LoadBalancer. If unset, one is allocated from the
     * cluster's range, by default 30000 to 32767.
     */
    nodePort?: number;
  }

  /** Options of passing a request on to a service. */
  interface ServiceProxyOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ServiceProxyOptions";
    /** The path of the request, with its query, that is passed on. If empty, the root. */
    path?: string;
  }

  /** The ports, addresses and pods of a service. */
  interface ServiceSpec {
    /** The ports of the service. Required unless it is headless or of type ExternalName. */
    ports?: ServicePort[];
    /**
     * Labels of the pods that receive the traffic. If empty, the endpoints are managed externally.
     * Ignored for ExternalName.
     */
    selector?: Record<string, string>;
    /**
     * The IP address in the cluster. If unset, one is allocated. None makes the service headless: its
     * DNS name resolves to the pods. Can't be changed while the type requires one.
     */
    clusterIP?: string;
    /** The IP addresses in the cluster, one for each IP family; the first equals clusterIP. */
    clusterIPs?: string[];
    /**
     * ClusterIP (the default): reachable inside the cluster only. NodePort: also on a port of every
     * node. LoadBalancer: also through an external load balancer. ExternalName: a DNS alias.
     */
    type?: ServiceType;
    /**
     * IP addresses whose traffic nodes accept for the service. Routing it to the nodes is not managed
     * by the cluster.
     */
    externalIPs?: string[];
    /**
     * None (the default), or ClientIP, which sends all traffic of a client IP address to the same
     * pod.
     */
    sessionAffinity?: ServiceAffinity;
    /**
     * Deprecated: the IP address that the load balancer should get, for providers that support it.
     */
    loadBalancerIP?: string;
    /**
     * IP ranges of clients that may use the load balancer, for providers that support it. If empty,
     * all. For type LoadBalancer only.
     */
    loadBalancerSourceRanges?: string[];
    /**
     * The external host name to which the service's DNS name resolves. Required for type
     * ExternalName.
     */
    externalName?: string;
    /**
     * How external traffic is routed: Cluster (the default) to any pod, Local only to pods on the
     * node that receives it, which preserves the client's IP address.
     */
    externalTrafficPolicy?: ServiceExternalTrafficPolicy;
    /**
     * The node port for health checks, which tells load balancers whether a node has pods of the
     * service. Only for LoadBalancer with externalTrafficPolicy Local. If unset, one is allocated.
     * Can't be changed.
     */
    healthCheckNodePort?: number;
    /**
     * Whether pods that are not ready are published too, for example so that pods of a stateful set
     * can find each other at startup. Default: false.
     */
    publishNotReadyAddresses?: boolean;
    /** Settings of the session affinity. */
    sessionAffinityConfig?: SessionAffinityConfig;
    /**
     * The IP families: IPv4, IPv6, or both in order. Default: depends on the cluster and
     * ipFamilyPolicy. The first can't be changed.
     */
    ipFamilies?: IPFamily[];
    /**
     * SingleStack (the default), PreferDualStack (two IP families if the cluster has both) or
     * RequireDualStack.
     */
    ipFamilyPolicy?: IPFamilyPolicy;
    /** Whether node ports are allocated for a LoadBalancer. Default: true. */
    allocateLoadBalancerNodePorts?: boolean;
    /**
     * The load balancer implementation. If unset, that of the cloud provider. Can't be changed while
     * the type is LoadBalancer.
     */
    loadBalancerClass?: string;
    /**
     * How traffic from inside the cluster is routed: Cluster (the default) to any pod, Local only to
     * pods on the same node.
     */
    internalTrafficPolicy?: ServiceInternalTrafficPolicy;
    /**
     * Which pods are preferred: PreferSameZone (its old name is PreferClose) or PreferSameNode. If
     * unset, none.
     */
    trafficDistribution?: string;
  }

  /** The observed state of a service. */
  interface ServiceStatus {
    /** The addresses of the load balancer. */
    loadBalancer?: LoadBalancerStatus;
    /** The conditions of the object, at most one of each type. */
    conditions?: metaV1.Condition[];
  }

  /**
   * From where a service can be reached: the cluster, also a port of every node, also an external
   * load balancer. ExternalName: it is an alias of a DNS name.
   */
  type ServiceType = "ClusterIP" | "NodePort" | "LoadBalancer" | "ExternalName";

  /** Settings of the session affinity. */
  interface SessionAffinityConfig {
    /** Settings for ClientIP affinity. */
    clientIP?: ClientIPConfig;
  }

  /** A signal that ends a container. Those of Linux; Windows knows SIGKILL and SIGTERM. */
  type Signal = "SIGABRT" | "SIGALRM" | "SIGBUS" | "SIGCHLD" | "SIGCLD" | "SIGCONT" | "SIGFPE" | "SIGHUP" | "SIGILL" | "SIGINT" | "SIGIO" | "SIGIOT" | "SIGKILL" | "SIGPIPE" | "SIGPOLL" | "SIGPROF" | "SIGPWR" | "SIGQUIT" | "SIGSEGV" | "SIGSTKFLT" | "SIGSTOP" | "SIGSYS" | "SIGTERM" | "SIGTRAP" | "SIGTSTP" | "SIGTTIN" | "SIGTTOU" | "SIGURG" | "SIGUSR1" | "SIGUSR2" | "SIGVTALRM" | "SIGWINCH" | "SIGXCPU" | "SIGXFSZ" | "SIGRTMIN" | "SIGRTMIN+1" | "SIGRTMIN+2" | "SIGRTMIN+3" | "SIGRTMIN+4" | "SIGRTMIN+5" | "SIGRTMIN+6" | "SIGRTMIN+7" | "SIGRTMIN+8" | "SIGRTMIN+9" | "SIGRTMIN+10" | "SIGRTMIN+11" | "SIGRTMIN+12" | "SIGRTMIN+13" | "SIGRTMIN+14" | "SIGRTMIN+15" | "SIGRTMAX-14" | "SIGRTMAX-13" | "SIGRTMAX-12" | "SIGRTMAX-11" | "SIGRTMAX-10" | "SIGRTMAX-9" | "SIGRTMAX-8" | "SIGRTMAX-7" | "SIGRTMAX-6" | "SIGRTMAX-5" | "SIGRTMAX-4" | "SIGRTMAX-3" | "SIGRTMAX-2" | "SIGRTMAX-1" | "SIGRTMAX";

  /** A pause. */
  interface SleepAction {
    /** The duration in seconds: 0 up to the pod's grace period. */
    seconds: scalars.Int64;
  }

  /**
   * Where a volume is. Empty: on the node's disk. Memory: in memory. HugePages: in huge pages,
   * HugePages-2Mi in such of this size.
   */
  type StorageMedium = "" | "Memory" | "HugePages" | "HugePages-" | (string & Record<never, never>);

  /** A StorageOS volume. */
  interface StorageOSPersistentVolumeSource {
    /** The name of the volume, unique in its StorageOS namespace. */
    volumeName?: string;
    /** The StorageOS namespace of the volume. If unset, named like the pod's. */
    volumeNamespace?: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** A secret with credentials. */
    secretRef?: ObjectReference;
  }

  /** A StorageOS volume. */
  interface StorageOSVolumeSource {
    /** The name of the volume, unique in its StorageOS namespace. */
    volumeName?: string;
    /** The StorageOS namespace of the volume. If unset, named like the pod's. */
    volumeNamespace?: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** Whether the volume is read-only. Default: false. */
    readOnly?: boolean;
    /** A secret in the pod's namespace with credentials. */
    secretRef?: LocalObjectReference;
  }

  /** Whether the groups that the image gives its user count too (Merge) or not (Strict). */
  type SupplementalGroupsPolicy = "Merge" | "Strict";

  /** A kernel parameter. */
  interface Sysctl {
    /** The name of the parameter, such as net.core.somaxconn. */
    name: string;
    /** The value of the parameter. */
    value: string;
  }

  /** A TCP connection. */
  interface TCPSocketAction {
    /** The port: a number from 1 to 65535, or the name of a container port. */
    port: scalars.IntOrString;
    /** The host to connect to. Default: the address of the pod. */
    host?: string;
  }

  /** A mark on a node that repels pods that don't tolerate it. */
  interface Taint {
    /** The key of the taint. */
    key: string;
    /** The value of the taint, which tolerations can match. */
    value?: string;
    /**
     * NoSchedule: no new pods are scheduled; PreferNoSchedule: only if no other node fits; NoExecute:
     * running pods are evicted as well.
     */
    effect: TaintEffect;
    /** When the taint was added, from which toleration periods for NoExecute count. */
    timeAdded?: scalars.Time;
  }

  /**
   * What a taint does to pods that don't tolerate it. NoSchedule: the node gets none of them.
   * PreferNoSchedule: only if there is no other. NoExecute: those on it are evicted too.
   */
  type TaintEffect = "NoSchedule" | "PreferNoSchedule" | "NoExecute";

  /**
   * Where a container's last message is from: its file, or if that is empty after a failure the end
   * of its log.
   */
  type TerminationMessagePolicy = "File" | "FallbackToLogsOnError";

  /** Lets a pod run on nodes with a matching taint. */
  interface Toleration {
    /** The key of the taint. Empty with operator Exists matches all taints. */
    key?: string;
    /**
     * Equal (the default): the taint has this value. Exists: it has any value. Lt or Gt: its value as
     * an integer is less or greater than this one.
     */
    operator?: TolerationOperator;
    /** The value to compare with. Must be empty for Exists. */
    value?: string;
    /** The effect of the taint. Empty matches all effects. */
    effect?: TaintEffect;
    /**
     * How many seconds the pod stays on the node after a NoExecute taint is added. If unset, forever;
     * 0 or less evicts it at once.
     */
    tolerationSeconds?: scalars.Int64;
  }

  /**
   * How a toleration is compared with a taint. Exists: by its key. Equal: by key and value. Lt and
   * Gt: the taint's value is a number less or greater than this.
   */
  type TolerationOperator = "Exists" | "Equal" | "Lt" | "Gt";

  /** A requirement for a topology label. */
  interface TopologySelectorLabelRequirement {
    /** The label key. */
    key: string;
    /** The allowed values of the label. */
    values: string[];
  }

  /** Requirements for the topology labels of nodes. All must be met. */
  interface TopologySelectorTerm {
    /** The requirements. */
    matchLabelExpressions?: TopologySelectorLabelRequirement[];
  }

  /** A rule for spreading pods evenly across topology domains. */
  interface TopologySpreadConstraint {
    /** By how many pods a domain may exceed the one with the fewest matching pods: at least 1. */
    maxSkew: number;
    /** The node label that defines topology domains. Nodes without it are ignored. */
    topologyKey: string;
    /**
     * DoNotSchedule keeps the pod pending if the constraint can't be met, ScheduleAnyway only prefers
     * nodes that reduce the skew.
     */
    whenUnsatisfiable: UnsatisfiableConstraintAction;
    /** Selects the pods to count, in the pod's namespace. */
    labelSelector?: metaV1.LabelSelector;
    /**
     * The minimum number of eligible domains. With fewer, the minimum number of matching pods counts
     * as 0. At least 1; only for DoNotSchedule. Default: 1.
     */
    minDomains?: number;
    /**
     * Honor (the default) counts only nodes that match the pod's nodeSelector and node affinity,
     * Ignore counts all nodes.
     */
    nodeAffinityPolicy?: NodeInclusionPolicy;
    /**
     * Honor excludes nodes with taints that the pod does not tolerate, Ignore (the default) includes
     * them.
     */
    nodeTaintsPolicy?: NodeInclusionPolicy;
    /** Label keys whose values in the new pod are added to labelSelector. Requires labelSelector. */
    matchLabelKeys?: string[];
  }

  /** A reference to an object of any kind in the same namespace. */
  interface TypedLocalObjectReference {
    /** The API group of the object. If unset, the core group. */
    apiGroup?: string | null;
    /** The kind of the object. */
    kind: string;
    /** The name of the object. */
    name: string;
  }

  /** A reference to an object of any kind. */
  interface TypedObjectReference {
    /** The API group of the object. If unset, the core group. */
    apiGroup?: string | null;
    /** The kind of the object. */
    kind: string;
    /** The name of the object. */
    name: string;
    /**
     * The namespace of the object. If unset, the claim's. Another namespace requires a reference
     * grant there and a feature that is off by default.
     */
    namespace?: string;
  }

  /** The scheme of a probe's or hook's URL. */
  type URIScheme = "HTTP" | "HTTPS";

  /** The name of a volume, unique on its node. */
  type UniqueVolumeName = string;

  /** What happens to a pod that can't meet a constraint: it waits, or is placed nevertheless. */
  type UnsatisfiableConstraintAction = "DoNotSchedule" | "ScheduleAnyway";

  /** A volume that containers of a pod can mount: a name and one source. */
  interface Volume extends VolumeSource {
    /** The name of the volume, by which containers refer to it: a DNS label, unique in the pod. */
    name: string;
  }

  /** A block volume as a device in a container. */
  interface VolumeDevice {
    /** The name of the volume: a claim with volumeMode Block. */
    name: string;
    /** The path of the device in the container. */
    devicePath: string;
  }

  /** A mount of a volume in a container. */
  interface VolumeMount {
    /** The name of the volume. */
    name: string;
    /** Whether the mount is read-only. Default: false. */
    readOnly?: boolean;
    /**
     * Whether mounts below it are read-only too: Disabled (the default), IfPossible or Enabled.
     * Requires readOnly, and no mount propagation.
     */
    recursiveReadOnly?: RecursiveReadOnlyMode;
    /** The path of the mount in the container. It must not contain a colon. */
    mountPath: string;
    /**
     * The path in the volume to mount instead of its root. Such a mount does not see updates of
     * config maps and secrets.
     */
    subPath?: string;
    /**
     * How later mounts propagate: None (the default), HostToContainer from the node to the container,
     * Bidirectional in both directions, which requires a privileged container.
     */
    mountPropagation?: MountPropagationMode;
    /** Like subPath, with $(NAME) replaced by environment variables. Not allowed with subPath. */
    subPathExpr?: string;
  }

  /** How a volume is mounted in a container. */
  interface VolumeMountStatus {
    /** The name of the volume mount. */
    name: string;
    /** The path of the mount in the container. */
    mountPath: string;
    /** Whether the mount is read-only. */
    readOnly?: boolean;
    /** Whether mounts below it are read-only too: Disabled or Enabled. */
    recursiveReadOnly?: RecursiveReadOnlyMode;
    /** More about the volume, depending on its type. */
    volumeStatus?: VolumeStatus;
  }

  /** The nodes that can access a volume. */
  interface VolumeNodeAffinity {
    /** Requirements that a node must meet. */
    required?: NodeSelector;
  }

  /** A source of a projected volume: exactly one of these. */
  interface VolumeProjection {
    /** A secret. */
    secret?: SecretProjection;
    /** Fields and resources of the pod, each as a file. */
    downwardAPI?: DownwardAPIProjection;
    /** A config map. */
    configMap?: ConfigMapProjection;
    /** A token of the pod's service account, refreshed before it expires. */
    serviceAccountToken?: ServiceAccountTokenProjection;
    /** Trusted CA certificates from cluster trust bundles. */
    clusterTrustBundle?: ClusterTrustBundleProjection;
    /** A private key and a certificate for the pod, refreshed before it expires. */
    podCertificate?: PodCertificateProjection;
  }

  /** The size of a volume. */
  interface VolumeResourceRequirements {
    /** The maximum size, by resource: storage. */
    limits?: ResourceList;
    /** The minimum size, by resource: storage. */
    requests?: ResourceList;
  }

  /** The source of a volume: at most one of these. If none is set, an emptyDir. */
  interface VolumeSource {
    /** A file or directory of the node. */
    hostPath?: HostPathVolumeSource;
    /** A directory that is initially empty, and deleted when the pod leaves the node. */
    emptyDir?: EmptyDirVolumeSource;
    /** Deprecated: a disk of Google Compute Engine. Handled by its CSI driver. */
    gcePersistentDisk?: GCEPersistentDiskVolumeSource;
    /** Deprecated: an EBS disk of AWS. Handled by its CSI driver. */
    awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
    /** Deprecated: the content of a Git repository. Use an init container and an emptyDir. */
    gitRepo?: GitRepoVolumeSource;
    /** A secret, with each key as a file. */
    secret?: SecretVolumeSource;
    /** A directory exported by an NFS server. */
    nfs?: NFSVolumeSource;
    /** A disk of an iSCSI target. */
    iscsi?: ISCSIVolumeSource;
    /** Deprecated: a GlusterFS volume. No longer supported. */
    glusterfs?: GlusterfsVolumeSource;
    /** The volume of a claim in the pod's namespace. */
    persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
    /** Deprecated: a RADOS block device of Ceph. No longer supported. */
    rbd?: RBDVolumeSource;
    /** Deprecated: a volume mounted by a driver program on the node. Use a CSI driver. */
    flexVolume?: FlexVolumeSource;
    /** Deprecated: a disk of OpenStack. Handled by its CSI driver. */
    cinder?: CinderVolumeSource;
    /** Deprecated: a CephFS directory. No longer supported. */
    cephfs?: CephFSVolumeSource;
    /** Deprecated: a Flocker volume. No longer supported. */
    flocker?: FlockerVolumeSource;
    /** Fields and resources of the pod, each as a file. */
    downwardAPI?: DownwardAPIVolumeSource;
    /** A Fibre Channel disk. */
    fc?: FCVolumeSource;
    /** Deprecated: a file share of Azure. Handled by its CSI driver. */
    azureFile?: AzureFileVolumeSource;
    /** A config map, with each key as a file. */
    configMap?: ConfigMapVolumeSource;
    /** Deprecated: a disk of vSphere. Handled by its CSI driver. */
    vsphereVolume?: VsphereVirtualDiskVolumeSource;
    /** Deprecated: a Quobyte volume. No longer supported. */
    quobyte?: QuobyteVolumeSource;
    /** Deprecated: a disk of Azure. Handled by its CSI driver. */
    azureDisk?: AzureDiskVolumeSource;
    /** Deprecated: a disk of Photon. No longer supported. */
    photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
    /** Several sources combined in one directory. */
    projected?: ProjectedVolumeSource;
    /** Deprecated: a volume of Portworx. Handled by its CSI driver. */
    portworxVolume?: PortworxVolumeSource;
    /** Deprecated: a ScaleIO volume. No longer supported. */
    scaleIO?: ScaleIOVolumeSource;
    /** Deprecated: a StorageOS volume. No longer supported. */
    storageos?: StorageOSVolumeSource;
    /** A volume that a CSI driver creates for this pod only. */
    csi?: CSIVolumeSource;
    /** A claim that is created for this pod, and deleted with it. */
    ephemeral?: EphemeralVolumeSource;
    /** The content of an OCI image or artifact, read-only. */
    image?: ImageVolumeSource;
  }

  /** The status of a mounted volume. */
  interface VolumeStatus {
    /** The status of an image volume. */
    image?: ImageVolumeStatus;
  }

  /** A disk of vSphere. */
  interface VsphereVirtualDiskVolumeSource {
    /** The path of the disk. */
    volumePath: string;
    /** The file system type, such as ext4 or xfs. If unset, the default of the driver or node. */
    fsType?: string;
    /** The name of the storage policy. */
    storagePolicyName?: string;
    /** The ID of the storage policy. */
    storagePolicyID?: string;
  }

  /** A weighted preference about other pods. */
  interface WeightedPodAffinityTerm {
    /** The weight of the preference: 1 to 100. */
    weight: number;
    /** The other pods, and the topology domain. */
    podAffinityTerm: PodAffinityTerm;
  }

  /** Security settings specific to Windows containers. */
  interface WindowsSecurityContextOptions {
    /** The name of the GMSA (group managed service account) credential spec. */
    gmsaCredentialSpecName?: string;
    /** The content of the GMSA credential spec, filled in from its name by a webhook. */
    gmsaCredentialSpec?: string;
    /** The user of the container's process. If unset, the pod's, or the image's. */
    runAsUserName?: string;
    /**
     * Whether the container runs as a process of the host. Must be equal for all containers of the
     * pod, and requires hostNetwork.
     */
    hostProcess?: boolean;
  }
}

export type AWSElasticBlockStoreVolumeSource = coreV1.AWSElasticBlockStoreVolumeSource;
export type Affinity = coreV1.Affinity;
export type AppArmorProfile = coreV1.AppArmorProfile;
export type AppArmorProfileType = coreV1.AppArmorProfileType;
export type AttachedVolume = coreV1.AttachedVolume;
export type AvoidPods = coreV1.AvoidPods;
export type AzureDataDiskCachingMode = coreV1.AzureDataDiskCachingMode;
export type AzureDataDiskKind = coreV1.AzureDataDiskKind;
export type AzureDiskVolumeSource = coreV1.AzureDiskVolumeSource;
export type AzureFilePersistentVolumeSource = coreV1.AzureFilePersistentVolumeSource;
export type AzureFileVolumeSource = coreV1.AzureFileVolumeSource;
export type Binding = coreV1.Binding;
export type CSIPersistentVolumeSource = coreV1.CSIPersistentVolumeSource;
export type CSIVolumeSource = coreV1.CSIVolumeSource;
export type Capabilities = coreV1.Capabilities;
export type Capability = coreV1.Capability;
export type CephFSPersistentVolumeSource = coreV1.CephFSPersistentVolumeSource;
export type CephFSVolumeSource = coreV1.CephFSVolumeSource;
export type CinderPersistentVolumeSource = coreV1.CinderPersistentVolumeSource;
export type CinderVolumeSource = coreV1.CinderVolumeSource;
export type ClaimResourceStatus = coreV1.ClaimResourceStatus;
export type ClientIPConfig = coreV1.ClientIPConfig;
export type ClusterTrustBundleProjection = coreV1.ClusterTrustBundleProjection;
export type ComponentCondition = coreV1.ComponentCondition;
export type ComponentConditionType = coreV1.ComponentConditionType;
export type ComponentStatus = coreV1.ComponentStatus;
export type ComponentStatusList = coreV1.ComponentStatusList;
export type ConditionStatus = coreV1.ConditionStatus;
export type ConfigMap = coreV1.ConfigMap;
export type ConfigMapEnvSource = coreV1.ConfigMapEnvSource;
export type ConfigMapKeySelector = coreV1.ConfigMapKeySelector;
export type ConfigMapList = coreV1.ConfigMapList;
export type ConfigMapNodeConfigSource = coreV1.ConfigMapNodeConfigSource;
export type ConfigMapProjection = coreV1.ConfigMapProjection;
export type ConfigMapVolumeSource = coreV1.ConfigMapVolumeSource;
export type Container = coreV1.Container;
export type ContainerExtendedResourceRequest = coreV1.ContainerExtendedResourceRequest;
export type ContainerImage = coreV1.ContainerImage;
export type ContainerPort = coreV1.ContainerPort;
export type ContainerResizePolicy = coreV1.ContainerResizePolicy;
export type ContainerRestartPolicy = coreV1.ContainerRestartPolicy;
export type ContainerRestartRule = coreV1.ContainerRestartRule;
export type ContainerRestartRuleAction = coreV1.ContainerRestartRuleAction;
export type ContainerRestartRuleOnExitCodes = coreV1.ContainerRestartRuleOnExitCodes;
export type ContainerRestartRuleOnExitCodesOperator = coreV1.ContainerRestartRuleOnExitCodesOperator;
export type ContainerState = coreV1.ContainerState;
export type ContainerStateRunning = coreV1.ContainerStateRunning;
export type ContainerStateTerminated = coreV1.ContainerStateTerminated;
export type ContainerStateWaiting = coreV1.ContainerStateWaiting;
export type ContainerStatus = coreV1.ContainerStatus;
export type ContainerUser = coreV1.ContainerUser;
export type DNSPolicy = coreV1.DNSPolicy;
export type DaemonEndpoint = coreV1.DaemonEndpoint;
export type DownwardAPIProjection = coreV1.DownwardAPIProjection;
export type DownwardAPIVolumeFile = coreV1.DownwardAPIVolumeFile;
export type DownwardAPIVolumeSource = coreV1.DownwardAPIVolumeSource;
export type EmptyDirVolumeSource = coreV1.EmptyDirVolumeSource;
export type EndpointAddress = coreV1.EndpointAddress;
export type EndpointPort = coreV1.EndpointPort;
export type EndpointSubset = coreV1.EndpointSubset;
export type Endpoints = coreV1.Endpoints;
export type EndpointsList = coreV1.EndpointsList;
export type EnvFromSource = coreV1.EnvFromSource;
export type EnvVar = coreV1.EnvVar;
export type EnvVarSource = coreV1.EnvVarSource;
export type EphemeralContainer = coreV1.EphemeralContainer;
export type EphemeralContainerCommon = coreV1.EphemeralContainerCommon;
export type EphemeralVolumeSource = coreV1.EphemeralVolumeSource;
export type Event = coreV1.Event;
export type EventList = coreV1.EventList;
export type EventSeries = coreV1.EventSeries;
export type EventSource = coreV1.EventSource;
export type ExecAction = coreV1.ExecAction;
export type FCVolumeSource = coreV1.FCVolumeSource;
export type FileKeySelector = coreV1.FileKeySelector;
export type FinalizerName = coreV1.FinalizerName;
export type FlexPersistentVolumeSource = coreV1.FlexPersistentVolumeSource;
export type FlexVolumeSource = coreV1.FlexVolumeSource;
export type FlockerVolumeSource = coreV1.FlockerVolumeSource;
export type GCEPersistentDiskVolumeSource = coreV1.GCEPersistentDiskVolumeSource;
export type GRPCAction = coreV1.GRPCAction;
export type GitRepoVolumeSource = coreV1.GitRepoVolumeSource;
export type GlusterfsPersistentVolumeSource = coreV1.GlusterfsPersistentVolumeSource;
export type GlusterfsVolumeSource = coreV1.GlusterfsVolumeSource;
export type HTTPGetAction = coreV1.HTTPGetAction;
export type HTTPHeader = coreV1.HTTPHeader;
export type HostAlias = coreV1.HostAlias;
export type HostIP = coreV1.HostIP;
export type HostPathType = coreV1.HostPathType;
export type HostPathVolumeSource = coreV1.HostPathVolumeSource;
export type IPFamily = coreV1.IPFamily;
export type IPFamilyPolicy = coreV1.IPFamilyPolicy;
export type IPFamilyPolicyType = coreV1.IPFamilyPolicyType;
export type ISCSIPersistentVolumeSource = coreV1.ISCSIPersistentVolumeSource;
export type ISCSIVolumeSource = coreV1.ISCSIVolumeSource;
export type ImageVolumeSource = coreV1.ImageVolumeSource;
export type ImageVolumeStatus = coreV1.ImageVolumeStatus;
export type KeyToPath = coreV1.KeyToPath;
export type Lifecycle = coreV1.Lifecycle;
export type LifecycleHandler = coreV1.LifecycleHandler;
export type LimitRange = coreV1.LimitRange;
export type LimitRangeItem = coreV1.LimitRangeItem;
export type LimitRangeList = coreV1.LimitRangeList;
export type LimitRangeSpec = coreV1.LimitRangeSpec;
export type LimitType = coreV1.LimitType;
export type LinuxContainerUser = coreV1.LinuxContainerUser;
export type List = coreV1.List;
export type LoadBalancerIPMode = coreV1.LoadBalancerIPMode;
export type LoadBalancerIngress = coreV1.LoadBalancerIngress;
export type LoadBalancerStatus = coreV1.LoadBalancerStatus;
export type LocalObjectReference = coreV1.LocalObjectReference;
export type LocalVolumeSource = coreV1.LocalVolumeSource;
export type ModifyVolumeStatus = coreV1.ModifyVolumeStatus;
export type MountPropagationMode = coreV1.MountPropagationMode;
export type NFSVolumeSource = coreV1.NFSVolumeSource;
export type Namespace = coreV1.Namespace;
export type NamespaceCondition = coreV1.NamespaceCondition;
export type NamespaceConditionType = coreV1.NamespaceConditionType;
export type NamespaceList = coreV1.NamespaceList;
export type NamespacePhase = coreV1.NamespacePhase;
export type NamespaceSpec = coreV1.NamespaceSpec;
export type NamespaceStatus = coreV1.NamespaceStatus;
export type Node = coreV1.Node;
export type NodeAddress = coreV1.NodeAddress;
export type NodeAddressType = coreV1.NodeAddressType;
export type NodeAffinity = coreV1.NodeAffinity;
export type NodeAllocatableResourceClaimStatus = coreV1.NodeAllocatableResourceClaimStatus;
export type NodeCondition = coreV1.NodeCondition;
export type NodeConditionType = coreV1.NodeConditionType;
export type NodeConfigSource = coreV1.NodeConfigSource;
export type NodeConfigStatus = coreV1.NodeConfigStatus;
export type NodeDaemonEndpoints = coreV1.NodeDaemonEndpoints;
export type NodeFeatures = coreV1.NodeFeatures;
export type NodeInclusionPolicy = coreV1.NodeInclusionPolicy;
export type NodeList = coreV1.NodeList;
export type NodePhase = coreV1.NodePhase;
export type NodeProxyOptions = coreV1.NodeProxyOptions;
export type NodeRuntimeHandler = coreV1.NodeRuntimeHandler;
export type NodeRuntimeHandlerFeatures = coreV1.NodeRuntimeHandlerFeatures;
export type NodeSelector = coreV1.NodeSelector;
export type NodeSelectorOperator = coreV1.NodeSelectorOperator;
export type NodeSelectorRequirement = coreV1.NodeSelectorRequirement;
export type NodeSelectorTerm = coreV1.NodeSelectorTerm;
export type NodeSpec = coreV1.NodeSpec;
export type NodeStatus = coreV1.NodeStatus;
export type NodeSwapStatus = coreV1.NodeSwapStatus;
export type NodeSystemInfo = coreV1.NodeSystemInfo;
export type OSName = coreV1.OSName;
export type ObjectFieldSelector = coreV1.ObjectFieldSelector;
export type ObjectReference = coreV1.ObjectReference;
export type PersistentVolume = coreV1.PersistentVolume;
export type PersistentVolumeAccessMode = coreV1.PersistentVolumeAccessMode;
export type PersistentVolumeClaim = coreV1.PersistentVolumeClaim;
export type PersistentVolumeClaimCondition = coreV1.PersistentVolumeClaimCondition;
export type PersistentVolumeClaimConditionType = coreV1.PersistentVolumeClaimConditionType;
export type PersistentVolumeClaimList = coreV1.PersistentVolumeClaimList;
export type PersistentVolumeClaimModifyVolumeStatus = coreV1.PersistentVolumeClaimModifyVolumeStatus;
export type PersistentVolumeClaimPhase = coreV1.PersistentVolumeClaimPhase;
export type PersistentVolumeClaimSpec = coreV1.PersistentVolumeClaimSpec;
export type PersistentVolumeClaimStatus = coreV1.PersistentVolumeClaimStatus;
export type PersistentVolumeClaimTemplate = coreV1.PersistentVolumeClaimTemplate;
export type PersistentVolumeClaimVolumeSource = coreV1.PersistentVolumeClaimVolumeSource;
export type PersistentVolumeList = coreV1.PersistentVolumeList;
export type PersistentVolumeMode = coreV1.PersistentVolumeMode;
export type PersistentVolumePhase = coreV1.PersistentVolumePhase;
export type PersistentVolumeReclaimPolicy = coreV1.PersistentVolumeReclaimPolicy;
export type PersistentVolumeSource = coreV1.PersistentVolumeSource;
export type PersistentVolumeSpec = coreV1.PersistentVolumeSpec;
export type PersistentVolumeStatus = coreV1.PersistentVolumeStatus;
export type PhotonPersistentDiskVolumeSource = coreV1.PhotonPersistentDiskVolumeSource;
export type Pod = coreV1.Pod;
export type PodAffinity = coreV1.PodAffinity;
export type PodAffinityTerm = coreV1.PodAffinityTerm;
export type PodAntiAffinity = coreV1.PodAntiAffinity;
export type PodAttachOptions = coreV1.PodAttachOptions;
export type PodCertificateProjection = coreV1.PodCertificateProjection;
export type PodCondition = coreV1.PodCondition;
export type PodConditionType = coreV1.PodConditionType;
export type PodDNSConfig = coreV1.PodDNSConfig;
export type PodDNSConfigOption = coreV1.PodDNSConfigOption;
export type PodExecOptions = coreV1.PodExecOptions;
export type PodExtendedResourceClaimStatus = coreV1.PodExtendedResourceClaimStatus;
export type PodFSGroupChangePolicy = coreV1.PodFSGroupChangePolicy;
export type PodIP = coreV1.PodIP;
export type PodList = coreV1.PodList;
export type PodLogOptions = coreV1.PodLogOptions;
export type PodOS = coreV1.PodOS;
export type PodPhase = coreV1.PodPhase;
export type PodPortForwardOptions = coreV1.PodPortForwardOptions;
export type PodProxyOptions = coreV1.PodProxyOptions;
export type PodQOSClass = coreV1.PodQOSClass;
export type PodReadinessGate = coreV1.PodReadinessGate;
export type PodResizeStatus = coreV1.PodResizeStatus;
export type PodResourceClaim = coreV1.PodResourceClaim;
export type PodResourceClaimStatus = coreV1.PodResourceClaimStatus;
export type PodSELinuxChangePolicy = coreV1.PodSELinuxChangePolicy;
export type PodSchedulingGate = coreV1.PodSchedulingGate;
export type PodSchedulingGroup = coreV1.PodSchedulingGroup;
export type PodSecurityContext = coreV1.PodSecurityContext;
export type PodSignature = coreV1.PodSignature;
export type PodSpec = coreV1.PodSpec;
export type PodStatus = coreV1.PodStatus;
export type PodStatusResult = coreV1.PodStatusResult;
export type PodTemplate = coreV1.PodTemplate;
export type PodTemplateList = coreV1.PodTemplateList;
export type PodTemplateSpec = coreV1.PodTemplateSpec;
export type PortStatus = coreV1.PortStatus;
export type PortworxVolumeSource = coreV1.PortworxVolumeSource;
export type Preconditions = coreV1.Preconditions;
export type PreemptionPolicy = coreV1.PreemptionPolicy;
export type PreferAvoidPodsEntry = coreV1.PreferAvoidPodsEntry;
export type PreferredSchedulingTerm = coreV1.PreferredSchedulingTerm;
export type Probe = coreV1.Probe;
export type ProbeHandler = coreV1.ProbeHandler;
export type ProcMountType = coreV1.ProcMountType;
export type ProjectedVolumeSource = coreV1.ProjectedVolumeSource;
export type Protocol = coreV1.Protocol;
export type PullPolicy = coreV1.PullPolicy;
export type QuobyteVolumeSource = coreV1.QuobyteVolumeSource;
export type RBDPersistentVolumeSource = coreV1.RBDPersistentVolumeSource;
export type RBDVolumeSource = coreV1.RBDVolumeSource;
export type RangeAllocation = coreV1.RangeAllocation;
export type RecursiveReadOnlyMode = coreV1.RecursiveReadOnlyMode;
export type ReplicationController = coreV1.ReplicationController;
export type ReplicationControllerCondition = coreV1.ReplicationControllerCondition;
export type ReplicationControllerConditionType = coreV1.ReplicationControllerConditionType;
export type ReplicationControllerList = coreV1.ReplicationControllerList;
export type ReplicationControllerSpec = coreV1.ReplicationControllerSpec;
export type ReplicationControllerStatus = coreV1.ReplicationControllerStatus;
export type ResourceClaim = coreV1.ResourceClaim;
export type ResourceFieldSelector = coreV1.ResourceFieldSelector;
export type ResourceHealth = coreV1.ResourceHealth;
export type ResourceHealthStatus = coreV1.ResourceHealthStatus;
export type ResourceID = coreV1.ResourceID;
export type ResourceList = coreV1.ResourceList;
export type ResourceName = coreV1.ResourceName;
export type ResourceQuota = coreV1.ResourceQuota;
export type ResourceQuotaList = coreV1.ResourceQuotaList;
export type ResourceQuotaScope = coreV1.ResourceQuotaScope;
export type ResourceQuotaSpec = coreV1.ResourceQuotaSpec;
export type ResourceQuotaStatus = coreV1.ResourceQuotaStatus;
export type ResourceRequirements = coreV1.ResourceRequirements;
export type ResourceResizeRestartPolicy = coreV1.ResourceResizeRestartPolicy;
export type ResourceStatus = coreV1.ResourceStatus;
export type RestartPolicy = coreV1.RestartPolicy;
export type SELinuxOptions = coreV1.SELinuxOptions;
export type ScaleIOPersistentVolumeSource = coreV1.ScaleIOPersistentVolumeSource;
export type ScaleIOVolumeSource = coreV1.ScaleIOVolumeSource;
export type ScopeSelector = coreV1.ScopeSelector;
export type ScopeSelectorOperator = coreV1.ScopeSelectorOperator;
export type ScopedResourceSelectorRequirement = coreV1.ScopedResourceSelectorRequirement;
export type SeccompProfile = coreV1.SeccompProfile;
export type SeccompProfileType = coreV1.SeccompProfileType;
export type Secret = coreV1.Secret;
export type SecretEnvSource = coreV1.SecretEnvSource;
export type SecretKeySelector = coreV1.SecretKeySelector;
export type SecretList = coreV1.SecretList;
export type SecretProjection = coreV1.SecretProjection;
export type SecretReference = coreV1.SecretReference;
export type SecretType = coreV1.SecretType;
export type SecretVolumeSource = coreV1.SecretVolumeSource;
export type SecurityContext = coreV1.SecurityContext;
export type SerializedReference = coreV1.SerializedReference;
export type Service = coreV1.Service;
export type ServiceAccount = coreV1.ServiceAccount;
export type ServiceAccountList = coreV1.ServiceAccountList;
export type ServiceAccountTokenProjection = coreV1.ServiceAccountTokenProjection;
export type ServiceAffinity = coreV1.ServiceAffinity;
export type ServiceExternalTrafficPolicy = coreV1.ServiceExternalTrafficPolicy;
export type ServiceExternalTrafficPolicyType = coreV1.ServiceExternalTrafficPolicyType;
export type ServiceInternalTrafficPolicy = coreV1.ServiceInternalTrafficPolicy;
export type ServiceInternalTrafficPolicyType = coreV1.ServiceInternalTrafficPolicyType;
export type ServiceList = coreV1.ServiceList;
export type ServicePort = coreV1.ServicePort;
export type ServiceProxyOptions = coreV1.ServiceProxyOptions;
export type ServiceSpec = coreV1.ServiceSpec;
export type ServiceStatus = coreV1.ServiceStatus;
export type ServiceType = coreV1.ServiceType;
export type SessionAffinityConfig = coreV1.SessionAffinityConfig;
export type Signal = coreV1.Signal;
export type SleepAction = coreV1.SleepAction;
export type StorageMedium = coreV1.StorageMedium;
export type StorageOSPersistentVolumeSource = coreV1.StorageOSPersistentVolumeSource;
export type StorageOSVolumeSource = coreV1.StorageOSVolumeSource;
export type SupplementalGroupsPolicy = coreV1.SupplementalGroupsPolicy;
export type Sysctl = coreV1.Sysctl;
export type TCPSocketAction = coreV1.TCPSocketAction;
export type Taint = coreV1.Taint;
export type TaintEffect = coreV1.TaintEffect;
export type TerminationMessagePolicy = coreV1.TerminationMessagePolicy;
export type Toleration = coreV1.Toleration;
export type TolerationOperator = coreV1.TolerationOperator;
export type TopologySelectorLabelRequirement = coreV1.TopologySelectorLabelRequirement;
export type TopologySelectorTerm = coreV1.TopologySelectorTerm;
export type TopologySpreadConstraint = coreV1.TopologySpreadConstraint;
export type TypedLocalObjectReference = coreV1.TypedLocalObjectReference;
export type TypedObjectReference = coreV1.TypedObjectReference;
export type URIScheme = coreV1.URIScheme;
export type UniqueVolumeName = coreV1.UniqueVolumeName;
export type UnsatisfiableConstraintAction = coreV1.UnsatisfiableConstraintAction;
export type Volume = coreV1.Volume;
export type VolumeDevice = coreV1.VolumeDevice;
export type VolumeMount = coreV1.VolumeMount;
export type VolumeMountStatus = coreV1.VolumeMountStatus;
export type VolumeNodeAffinity = coreV1.VolumeNodeAffinity;
export type VolumeProjection = coreV1.VolumeProjection;
export type VolumeResourceRequirements = coreV1.VolumeResourceRequirements;
export type VolumeSource = coreV1.VolumeSource;
export type VolumeStatus = coreV1.VolumeStatus;
export type VsphereVirtualDiskVolumeSource = coreV1.VsphereVirtualDiskVolumeSource;
export type WeightedPodAffinityTerm = coreV1.WeightedPodAffinityTerm;
export type WindowsSecurityContextOptions = coreV1.WindowsSecurityContextOptions;
