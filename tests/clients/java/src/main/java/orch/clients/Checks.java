package orch.clients;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What steps expect. */
public final class Checks {
  /** How long a server may take for what it does by itself. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private Checks() {}

  public static void expect(boolean ok, String format, Object... values) {
    if (!ok) {
      throw new AssertionError(String.format(format, values));
    }
  }

  public static void same(Object expected, Object got) {
    expect(Objects.equals(expected, got), "expected %s, got %s", expected, got);
  }

  /** The error of an action that is refused. */
  public static <E extends Exception> E refused(Class<E> kind, Steps.Action action) throws Exception {
    try {
      action.run();
    } catch (Exception e) {
      if (kind.isInstance(e)) {
        return kind.cast(e);
      }
      throw e;
    }
    throw new AssertionError("nothing was refused");
  }

  /** The first of the queue that is as wanted; those before it are passed over. */
  public static <T> T first(BlockingQueue<T> queue, Predicate<T> wanted) throws InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    for (;;) {
      T next = queue.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      expect(next != null, "it did not come in time");
      if (wanted.test(next)) {
        return next;
      }
    }
  }

  /** What an action returns, once that is as wanted: it is tried again until then. */
  public static <T> T eventually(Callable<T> action, Predicate<T> wanted) throws Exception {
    long until = System.nanoTime() + PATIENCE.toNanos();
    for (;;) {
      T got = action.call();
      if (wanted.test(got)) {
        return got;
      }
      expect(System.nanoTime() < until, "it did not become so in time: %s", got);
      Thread.sleep(20);
    }
  }
}
