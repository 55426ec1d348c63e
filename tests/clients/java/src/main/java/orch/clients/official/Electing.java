package orch.clients.official;

import static orch.clients.Checks.expect;
import static orch.clients.Checks.same;

import io.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.kubernetes.client.extended.leaderelection.LeaderElector;
import io.kubernetes.client.extended.leaderelection.Lock;
import io.kubernetes.client.extended.leaderelection.resourcelock.ConfigMapLock;
import io.kubernetes.client.extended.leaderelection.resourcelock.EndpointsLock;
import io.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import orch.clients.Steps;

/** Elections of a leader, by each kind of lock. */
final class Electing {
  private Electing() {}

  private interface Locks {
    Lock of(String namespace, String name, String identity, ApiClient client);
  }

  /** One who wants to lead. */
  private static final class Candidate {
    final CountDownLatch leads = new CountDownLatch(1);
    final CountDownLatch stopped = new CountDownLatch(1);
    final LeaderElector elector;

    Candidate(Lock lock) {
      elector = new LeaderElector(new LeaderElectionConfig(
          lock, Duration.ofSeconds(5), Duration.ofSeconds(4), Duration.ofMillis(200)));
      Thread thread = new Thread(() -> elector.run(leads::countDown, stopped::countDown));
      thread.setDaemon(true);
      thread.start();
    }
  }

  static void run(Official official, Steps steps) {
    elect(official, steps, "Lease", LeaseLock::new);
    elect(official, steps, "ConfigMap", ConfigMapLock::new);
    elect(official, steps, "Endpoints", EndpointsLock::new);
  }

  private static void elect(Official official, Steps steps, String what, Locks locks) {
    steps.attempt(what + ": one leads, and the other after it", () -> {
      Candidate first = new Candidate(locks.of(official.namespace(), "lock", "first", official.client()));
      expect(first.leads.await(60, TimeUnit.SECONDS), "the first did not lead");
      Candidate second = new Candidate(locks.of(official.namespace(), "lock", "second", official.client()));
      same(1L, second.leads.getCount());
      first.elector.close();
      expect(second.leads.await(60, TimeUnit.SECONDS), "the second did not lead");
      second.elector.close();
    });
  }
}
