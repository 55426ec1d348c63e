package orch.clients;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;

/** The lines of all subjects, of which several are under way at a time. */
public final class Report {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintStream out;
  private int steps;
  private int bad;

  Report(PrintStream out) {
    this.out = out;
  }

  /** What one step came to. {@code saw} and {@code error} may be null. */
  synchronized void write(String subject, String step, long ms, Object saw, String error) {
    ObjectNode line = JSON.createObjectNode();
    line.put("subject", subject).put("step", step).put("ms", ms);
    if (saw != null) {
      line.set("saw", JSON.valueToTree(saw));
    }
    if (error != null) {
      line.put("error", error);
      bad++;
    }
    steps++;
    try {
      out.println(JSON.writeValueAsString(line));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  synchronized int steps() {
    return steps;
  }

  synchronized int bad() {
    return bad;
  }
}
