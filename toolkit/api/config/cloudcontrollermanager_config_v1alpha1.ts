// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { Duration, JsonValue } from "../scalars.ts";

export interface CloudControllerManagerConfiguration {
  apiVersion?: string;
  kind?: "CloudControllerManagerConfiguration";
  Generic: JsonValue;
  KubeCloudShared: KubeCloudSharedConfiguration;
  NodeController: JsonValue;
  ServiceController: JsonValue;
  NodeStatusUpdateFrequency: Duration;
  Webhook: WebhookConfiguration;
}

export interface CloudProviderConfiguration {
  Name: string;
  CloudConfigFile: string;
}

export interface KubeCloudSharedConfiguration {
  CloudProvider: CloudProviderConfiguration;
  ExternalCloudVolumePlugin: string;
  UseServiceAccountCredentials: boolean;
  AllowUntaggedCloud: boolean;
  RouteReconciliationPeriod: Duration;
  NodeMonitorPeriod: Duration;
  ClusterName: string;
  ClusterCIDR: string;
  AllocateNodeCIDRs: boolean;
  CIDRAllocatorType: string;
  ConfigureCloudRoutes: boolean | null;
  NodeSyncPeriod: Duration;
}

export interface WebhookConfiguration {
  Webhooks: string[];
}
