/**
 * All admission plugins, in the order in which they are asked.
 *
 * @module
 */

import type { Plugin } from "../plugin.ts";
import type { ServerContext } from "../server_context.ts";
import { serviceAccount } from "./accounts/service_account.ts";
import type { AdmissionPlugin } from "./admission.ts";
import { certificateApproval, certificateSigning } from "./certificates/signers.ts";
import { certificateSubjectRestriction } from "./certificates/subject_restriction.ts";
import type { AdmissionConfiguration } from "./configuration/mod.ts";
import { eventRateLimit } from "./events/event_rate_limit.ts";
import { alwaysAdmit, alwaysDeny } from "./fixed.ts";
import { alwaysPullImages } from "./images/always_pull.ts";
import { imagePolicyWebhook } from "./images/image_policy.ts";
import { limitRanger } from "./limits/limit_ranger.ts";
import { podResizeValidator } from "./limits/resize_fits.ts";
import { namespaceAutoProvision } from "./namespace_auto_provision.ts";
import { namespaceExists } from "./namespace_exists.ts";
import { namespaceLifecycle } from "./namespace_lifecycle.ts";
import { defaultIngressClass } from "./network/default_ingress_class.ts";
import { denyServiceExternalIPs } from "./network/deny_external_ips.ts";
import { nodeDeclaredFeatureValidator } from "./nodes/declared_features.ts";
import { nodeRestriction } from "./nodes/restriction/restriction.ts";
import { taintNewNodes } from "./nodes/taint_new_nodes.ts";
import { ownerReferencesPermissionEnforcement } from "./owner_references.ts";
import { limitPodHardAntiAffinityTopology } from "./placement/anti_affinity_topology.ts";
import { defaultTolerationSeconds } from "./placement/default_toleration_seconds.ts";
import { extendedResourceToleration } from "./placement/extended_resource_toleration.ts";
import { podNodeSelector } from "./placement/node_selector.ts";
import { priority } from "./placement/priority.ts";
import { runtimeClass } from "./placement/runtime_class.ts";
import { podTolerationRestriction } from "./placement/toleration_restriction.ts";
import { podTopologyLabels } from "./placement/topology_labels.ts";
import { mutatingPolicyPlugin, validatingPolicyPlugin } from "./policies/mod.ts";
import { podSecurity } from "./podsecurity/pod_security.ts";
import { podSecurityPolicy } from "./podsecuritypolicy/pod_security_policy.ts";
import { podPreset } from "./presets/pod_preset.ts";
import { resourceQuota } from "./quota/resource_quota.ts";
import { denyEscalatingExec, denyExecOnPrivileged } from "./security/deny_exec.ts";
import { securityContextDeny } from "./security/security_context_deny.ts";
import { defaultStorageClass } from "./volumes/default_storage_class.ts";
import { storageObjectInUseProtection } from "./volumes/in_use_protection.ts";
import { persistentVolumeClaimResize } from "./volumes/claim_resize.ts";
import { persistentVolumeLabel } from "./volumes/volume_label.ts";
import {
  mutatingWebhookPlugin,
  validatingWebhookPlugin,
  type Webhook,
  withWebhookCredentials,
} from "./webhooks/mod.ts";

/** A plugin of admission, under the reference's name, by which flags and metrics know it. */
export interface AdmissionPluginEntry extends Plugin<AdmissionPlugin, AdmissionConfiguration> {
  /** Whether the configuration file may say something to it. Default false. */
  readonly isConfigurable?: boolean;
}

const ON = { onByDefault: true } as const;
const CONFIGURABLE = { isConfigurable: true } as const;
const MUTATING_WEBHOOK = "MutatingAdmissionWebhook";
const VALIDATING_WEBHOOK = "ValidatingAdmissionWebhook";

/** Webhooks of the program that the server is a part of; nobody else can change them. */
export interface OwnWebhooks {
  readonly mutating: readonly Webhook[];
  readonly validating: readonly Webhook[];
}

const NO_WEBHOOKS: OwnWebhooks = { mutating: [], validating: [] };

/** All there are. What is on by default is so in a process of its own. */
export const ADMISSION_PLUGINS: readonly AdmissionPluginEntry[] = pluginsWith(NO_WEBHOOKS);

/** Those that a server has that is a part of a program. */
const OF_PROGRAMS: ReadonlySet<string> = new Set([
  "NamespaceLifecycle",
  "MutatingAdmissionPolicy",
  MUTATING_WEBHOOK,
  "ValidatingAdmissionPolicy",
  VALIDATING_WEBHOOK,
]);

/**
 * The plugins of a server that is a part of a program: what they write is stored as it was written, as no
 * plugin fills anything in that the program has not asked for.
 */
export function programPlugins(own: OwnWebhooks = NO_WEBHOOKS): readonly AdmissionPluginEntry[] {
  return pluginsWith(own).filter(({ name }) => OF_PROGRAMS.has(name));
}

function pluginsWith({ mutating, validating }: OwnWebhooks): readonly AdmissionPluginEntry[] {
  return [
    { name: "AlwaysAdmit", create: alwaysAdmit },
    { name: "NamespaceAutoProvision", create: namespaceAutoProvision },
    { name: "NamespaceLifecycle", ...ON, create: namespaceLifecycle },
    { name: "NamespaceExists", create: namespaceExists },
    { name: "SecurityContextDeny", create: securityContextDeny },
    { name: "LimitPodHardAntiAffinityTopology", create: limitPodHardAntiAffinityTopology },
    { name: "PodPreset", create: podPreset },
    { name: "LimitRanger", ...ON, create: limitRanger },
    { name: "ServiceAccount", ...ON, create: serviceAccount },
    { name: "NodeRestriction", create: nodeRestriction },
    { name: "TaintNodesByCondition", ...ON, create: taintNewNodes },
    { name: "AlwaysPullImages", create: alwaysPullImages },
    { name: "ImagePolicyWebhook", ...CONFIGURABLE, create: imagePolicyWebhook },
    { name: "PodSecurity", ...ON, ...CONFIGURABLE, create: podSecurity },
    { name: "PodSecurityPolicy", create: podSecurityPolicy },
    { name: "PodNodeSelector", ...CONFIGURABLE, create: podNodeSelector },
    { name: "Priority", ...ON, create: priority },
    { name: "DefaultTolerationSeconds", ...ON, create: defaultTolerationSeconds },
    { name: "PodTolerationRestriction", ...CONFIGURABLE, create: podTolerationRestriction },
    { name: "DenyEscalatingExec", create: denyEscalatingExec },
    { name: "DenyExecOnPrivileged", create: denyExecOnPrivileged },
    { name: "EventRateLimit", ...CONFIGURABLE, create: eventRateLimit },
    { name: "ExtendedResourceToleration", create: extendedResourceToleration },
    { name: "PersistentVolumeLabel", create: persistentVolumeLabel },
    { name: "DefaultStorageClass", ...ON, create: defaultStorageClass },
    { name: "StorageObjectInUseProtection", ...ON, create: storageObjectInUseProtection },
    {
      name: "OwnerReferencesPermissionEnforcement",
      create: ownerReferencesPermissionEnforcement,
    },
    { name: "PersistentVolumeClaimResize", ...ON, create: persistentVolumeClaimResize },
    { name: "RuntimeClass", ...ON, create: runtimeClass },
    { name: "CertificateApproval", ...ON, create: certificateApproval },
    { name: "CertificateSigning", ...ON, create: certificateSigning },
    { name: "CertificateSubjectRestriction", ...ON, create: certificateSubjectRestriction },
    { name: "DefaultIngressClass", ...ON, create: defaultIngressClass },
    { name: "DenyServiceExternalIPs", create: denyServiceExternalIPs },
    { name: "PodTopologyLabels", ...ON, create: podTopologyLabels },
    { name: "NodeDeclaredFeatureValidator", ...ON, create: nodeDeclaredFeatureValidator },
    { name: "PodResizeValidator", ...ON, create: podResizeValidator },
    { name: "MutatingAdmissionPolicy", ...ON, create: mutatingPolicyPlugin },
    {
      name: MUTATING_WEBHOOK,
      ...ON,
      ...CONFIGURABLE,
      create: async (context: ServerContext, { plugins }: AdmissionConfiguration) =>
        mutatingWebhookPlugin(
          context,
          mutating,
          await withWebhookCredentials(context, plugins.get(MUTATING_WEBHOOK)),
        ),
    },
    { name: "ValidatingAdmissionPolicy", ...ON, create: validatingPolicyPlugin },
    {
      name: VALIDATING_WEBHOOK,
      ...ON,
      ...CONFIGURABLE,
      create: async (context: ServerContext, { plugins }: AdmissionConfiguration) =>
        validatingWebhookPlugin(
          context,
          validating,
          await withWebhookCredentials(context, plugins.get(VALIDATING_WEBHOOK)),
        ),
    },
    { name: "ResourceQuota", ...ON, ...CONFIGURABLE, create: resourceQuota },
    { name: "AlwaysDeny", create: alwaysDeny },
    // Of kinds that this server does not have, so that there is nothing for them to do.
    ...[
      "ClusterTrustBundleAttest",
      "JobValidation",
      "PodGroupProtection",
      "PodGroupWorkloadExists",
    ].map((name) => ({ name, ...ON, create: () => undefined })),
  ];
}
