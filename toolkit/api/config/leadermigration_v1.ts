// Made by `deno task generate` from toolkit/facts. Do not edit.

/** The types of leadermigration/v1. */
export declare namespace leadermigrationV1 {
  interface ControllerLeaderConfiguration {
    name: string;
    component: string;
  }

  interface LeaderMigrationConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "LeaderMigrationConfiguration";
    leaderName: string;
    controllerLeaders: ControllerLeaderConfiguration[];
  }
}

export type ControllerLeaderConfiguration = leadermigrationV1.ControllerLeaderConfiguration;
export type LeaderMigrationConfiguration = leadermigrationV1.LeaderMigrationConfiguration;
