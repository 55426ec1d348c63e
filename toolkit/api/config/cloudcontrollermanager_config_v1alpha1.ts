// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { scalars } from "../scalars.ts";

/** The types of cloudcontrollermanager.config/v1alpha1. */
export declare namespace cloudcontrollermanagerConfigV1alpha1 {
  interface CloudControllerManagerConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CloudControllerManagerConfiguration";
    Generic: scalars.JsonValue;
    KubeCloudShared: KubeCloudSharedConfiguration;
    NodeController: scalars.JsonValue;
    ServiceController: scalars.JsonValue;
    NodeStatusUpdateFrequency: scalars.Duration;
    Webhook: WebhookConfiguration;
  }

  interface CloudProviderConfiguration {
    Name: string;
    CloudConfigFile: string;
  }

  interface KubeCloudSharedConfiguration {
    CloudProvider: CloudProviderConfiguration;
    ExternalCloudVolumePlugin: string;
    UseServiceAccountCredentials: boolean;
    AllowUntaggedCloud: boolean;
    RouteReconciliationPeriod: scalars.Duration;
    NodeMonitorPeriod: scalars.Duration;
    ClusterName: string;
    ClusterCIDR: string;
    AllocateNodeCIDRs: boolean;
    CIDRAllocatorType: string;
    ConfigureCloudRoutes: boolean | null;
    NodeSyncPeriod: scalars.Duration;
  }

  interface WebhookConfiguration {
    Webhooks: string[];
  }
}

export type CloudControllerManagerConfiguration = cloudcontrollermanagerConfigV1alpha1.CloudControllerManagerConfiguration;
export type CloudProviderConfiguration = cloudcontrollermanagerConfigV1alpha1.CloudProviderConfiguration;
export type KubeCloudSharedConfiguration = cloudcontrollermanagerConfigV1alpha1.KubeCloudSharedConfiguration;
export type WebhookConfiguration = cloudcontrollermanagerConfigV1alpha1.WebhookConfiguration;
