package orch.clients.fabric;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import orch.clients.Checks;

/** What a watch tells. */
final class Events<T extends HasMetadata> implements Watcher<T> {
  record Event<T>(Action action, T object) {}

  private final BlockingQueue<Event<T>> queue = new LinkedBlockingQueue<>();
  private final List<String> told = new ArrayList<>();
  /** Completes with the cause where the client gives up, with null where it was told to. */
  final CompletableFuture<WatcherException> closed = new CompletableFuture<>();

  @Override
  public void eventReceived(Action action, T object) {
    queue.add(new Event<>(action, object));
  }

  @Override
  public void onClose() {
    closed.complete(null);
  }

  @Override
  public void onClose(WatcherException cause) {
    closed.complete(cause);
  }

  /** The next that is of this sort, of an object of this name. */
  T next(Action action, String name) throws InterruptedException {
    Event<T> found = Checks.first(queue, event -> {
      String line = event.action() + " " + event.object().getMetadata().getName();
      if (told.isEmpty() || !told.get(told.size() - 1).equals(line)) {
        told.add(line);
      }
      return event.action() == action && (name == null || event.object().getMetadata().getName().equals(name));
    });
    return found.object();
  }

  /** What was looked at so far: the same thing twice in a row counts once. */
  List<String> told() {
    return List.copyOf(told);
  }
}
