package orch.clients.fabric;

import static orch.clients.Checks.expect;
import static orch.clients.Checks.same;

import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.ConfigMapLock;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import orch.clients.Steps;

/** Elections of a leader, by either kind of lock. */
final class Electing {
  private Electing() {}

  /** One who wants to lead. */
  private static final class Candidate {
    final CountDownLatch leads = new CountDownLatch(1);
    final CountDownLatch stopped = new CountDownLatch(1);
    final CompletableFuture<?> run;

    Candidate(Fabric fabric, Lock lock) {
      run = fabric.client().leaderElector().withConfig(new LeaderElectionConfigBuilder()
          .withName("electing")
          .withLock(lock)
          .withLeaseDuration(Duration.ofSeconds(6))
          .withRenewDeadline(Duration.ofSeconds(4))
          .withRetryPeriod(Duration.ofMillis(300))
          .withReleaseOnCancel(true)
          .withLeaderCallbacks(new LeaderCallbacks(leads::countDown, stopped::countDown, name -> {}))
          .build()).build().start();
    }
  }

  private interface Locks {
    Lock of(String namespace, String name, String identity);
  }

  static void run(Fabric fabric, Steps steps) {
    elect(fabric, steps, "Lease", LeaseLock::new);
    elect(fabric, steps, "ConfigMap", ConfigMapLock::new);
    steps.see("the lease in the end", () ->
        fabric.client().leases().withName("lock").get().getSpec().getLeaseDurationSeconds());
  }

  private static void elect(Fabric fabric, Steps steps, String what, Locks locks) {
    steps.attempt(what + ": one leads, and the other after it", () -> {
      Candidate first = new Candidate(fabric, locks.of(fabric.namespace(), "lock", "first"));
      expect(first.leads.await(60, TimeUnit.SECONDS), "the first did not lead");
      Candidate second = new Candidate(fabric, locks.of(fabric.namespace(), "lock", "second"));
      same(1L, second.leads.getCount());
      first.run.cancel(true);
      expect(first.stopped.await(60, TimeUnit.SECONDS), "the first did not stop");
      expect(second.leads.await(60, TimeUnit.SECONDS), "the second did not lead");
      second.run.cancel(true);
      expect(second.stopped.await(60, TimeUnit.SECONDS), "the second did not stop");
    });
  }
}
