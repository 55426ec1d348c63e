package orch.clients;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;

/** The steps of one subject. */
public final class Steps {
  /** What a step does. */
  @FunctionalInterface
  public interface Action {
    void run() throws Exception;
  }

  /** Ends a subject whose further steps would only repeat a failure. */
  static final class BrokenOff extends RuntimeException {}

  private final Report report;
  private final String subject;

  Steps(Report report, String subject) {
    this.report = report;
    this.subject = subject;
  }

  /** Runs a step and notes what came of it; the steps after it go on. */
  public boolean attempt(String step, Action action) {
    return see(step, () -> {
      action.run();
      return null;
    });
  }

  /** Runs a step that the steps after it need. */
  public void must(String step, Action action) {
    if (!attempt(step, action)) {
      throw new BrokenOff();
    }
  }

  /** Runs a step whose result is the same with every server. */
  public boolean see(String step, Callable<Object> action) {
    long began = System.nanoTime();
    Object saw = null;
    String error = null;
    try {
      saw = action.call();
    } catch (Exception | AssertionError e) {
      error = textOf(e);
    }
    report.write(subject, step, (System.nanoTime() - began) / 1_000_000, saw, error);
    return error == null;
  }

  /** Runs the steps of the subject. */
  void all(Action steps) {
    try {
      steps.run();
    } catch (BrokenOff e) {
      // The step that broke it off is noted.
    } catch (Exception | Error e) {
      report.write(subject, "exception", 0, null, textOf(e));
    }
  }

  private static String textOf(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
