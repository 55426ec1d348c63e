package orch.clients;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import orch.clients.fabric.FabricSubjects;
import orch.clients.official.OfficialSubjects;

/**
 * Uses an API server through the two clients that Java programs have: that of fabric8, whose watches are WebSockets, and the
 * official one. Writes a line of JSON a step, and fails where one does.
 */
public final class Main {
  /** How many subjects are worked on at a time. */
  private static final int AT_ONCE = 4;

  private Main() {}

  public static void main(String[] args) throws Exception {
    String kubeconfig = null;
    String only = "";
    for (int i = 0; i + 1 < args.length; i += 2) {
      switch (args[i]) {
        case "--kubeconfig" -> kubeconfig = args[i + 1];
        case "--only" -> only = args[i + 1];
        default -> throw new IllegalArgumentException(args[i]);
      }
    }
    Report report = new Report(new PrintStream(System.out, true, "UTF-8"));
    run(kubeconfig, only, report);
    if (report.bad() > 0) {
      System.err.printf("%d of %d steps failed%n", report.bad(), report.steps());
    }
    // Threads of clients that are closed may last a while.
    System.exit(report.bad() > 0 ? 1 : 0);
  }

  private static void run(String kubeconfig, String only, Report report) throws Exception {
    String config = Files.readString(Path.of(kubeconfig));
    List<Kind> kinds = new ArrayList<>();
    new Steps(report, "kinds").all(() -> {
      try (KubernetesClient client = FabricSubjects.vertx(config)) {
        kinds.addAll(Kinds.load(client, new Steps(report, "kinds")));
      }
    });
    List<Subject> subjects = new ArrayList<>();
    subjects.addAll(FabricSubjects.all(config, kinds));
    subjects.addAll(OfficialSubjects.all(config, kinds));
    ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
    List<Future<?>> running = new ArrayList<>();
    for (Subject subject : subjects) {
      if (subject.name().contains(only)) {
        Steps steps = new Steps(report, subject.name());
        running.add(workers.submit(() -> steps.all(() -> subject.run().with(steps))));
      }
    }
    for (Future<?> one : running) {
      one.get();
    }
    workers.shutdown();
  }
}
