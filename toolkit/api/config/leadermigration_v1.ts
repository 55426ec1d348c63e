// Made by `deno task generate` from toolkit/facts. Do not edit.

export interface ControllerLeaderConfiguration {
  name: string;
  component: string;
}

export interface LeaderMigrationConfiguration {
  apiVersion?: string;
  kind?: "LeaderMigrationConfiguration";
  leaderName: string;
  controllerLeaders: ControllerLeaderConfiguration[];
}
