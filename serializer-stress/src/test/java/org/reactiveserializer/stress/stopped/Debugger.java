package org.reactiveserializer.stress.stopped;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Location;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.StepRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.reactiveserializer.internal.engine.StackCheck;

/** Traces and stops the victim in the second JVM. */
final class Debugger implements AutoCloseable {
  private static final String LIBRARY = "org.reactiveserializer.*";
  private static final String PLAYERS = "org.reactiveserializer.stress.stopped.*";

  // Only takes stack: it reads an array that nobody writes.
  private static final String DOOR = StackCheck.class.getName();

  /** The events: a word of the second JVM, or that the victim has stopped. */
  private final BlockingQueue<String> happened = new LinkedBlockingQueue<>();

  /** Contains an event set while the victim is stopped. */
  private final BlockingQueue<EventSet> halted = new LinkedBlockingQueue<>();

  static final String HALTED = "halted";
  static final String GONE = "gone";

  private final Child child;
  private final VirtualMachine vm;
  private final EventRequestManager requests;
  private final ThreadReference victim;
  private final Location start;
  private final Location end;
  private final List<Location> trace = new ArrayList<>();

  /**
   * Starts the second JVM.
   *
   * @param first what its class path begins with
   */
  Debugger(String first) throws IOException, InterruptedException {
    ListeningConnector connector =
        Bootstrap.virtualMachineManager().listeningConnectors().stream()
            .filter(it -> it.transport().name().equals("dt_socket"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    set(arguments, "localAddress", "127.0.0.1");
    set(arguments, "timeout", "60000");
    try {
      String address = connector.startListening(arguments);
      child = new Child(address.substring(address.lastIndexOf(':') + 1), first, happened);
      try {
        vm = connector.accept(arguments);
      } catch (IOException e) {
        child.close();
        throw new IOException("the second JVM does not answer: " + child.noise(), e);
      } finally {
        connector.stopListening(arguments);
      }
    } catch (IllegalConnectorArgumentsException e) {
      throw new IOException(e);
    }
    requests = vm.eventRequestManager();
    Thread events = new Thread(this::handleEvents, "events of the second JVM");
    events.setDaemon(true);
    events.start();
    child.expect("ready");
    victim =
        vm.allThreads().stream()
            .filter(thread -> thread.name().equals(Who.VICTIM.name()))
            .findFirst()
            .orElseThrow();
    start = location("start");
    end = location("end");
  }

  private Location location(String method) {
    return vm.classesByName(StoppedMain.class.getName())
        .get(0)
        .methodsByName(method)
        .get(0)
        .location();
  }

  private static void set(Map<String, Connector.Argument> arguments, String name, String value) {
    Connector.Argument argument = arguments.get(name);
    if (argument == null) {
      throw new IllegalStateException("no argument " + name + " in " + arguments);
    }
    argument.setValue(value);
  }

  Child child() {
    return child;
  }

  /** Records each location of the victim, from the start of its next call on. */
  void trace() {
    trace.clear();
    stopAt(start, 1);
  }

  /** Records each further location of the victim, which is stopped. */
  void traceOn() {
    trace.clear();
    step();
  }

  /** Returns the recorded locations; to be called when the victim has returned. */
  List<Location> traced() {
    forget();
    return List.copyOf(trace);
  }

  /** Stops the victim when it reaches {@code location} for the n-th time. */
  void stopAt(Location location, int n) {
    BreakpointRequest request = requests.createBreakpointRequest(location);
    request.addThreadFilter(victim);
    request.addCountFilter(n);
    request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    request.enable();
  }

  /** Resumes the victim. */
  void resume() throws InterruptedException {
    halted.take().resume();
  }

  void forget() {
    requests.deleteEventRequests(List.copyOf(requests.stepRequests()));
    requests.deleteEventRequests(List.copyOf(requests.breakpointRequests()));
  }

  private void handleEvents() {
    try {
      while (true) {
        EventSet events = vm.eventQueue().remove();
        boolean goesOn = true;
        for (Event event : events) {
          goesOn &= handle(event, events);
        }
        if (goesOn) {
          events.resume();
        }
      }
    } catch (VMDisconnectedException e) {
      happened.add(GONE);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private boolean handle(Event event, EventSet events) {
    if (event instanceof StepEvent step) {
      // A lambda's class only sets final fields; and two threads that link one at a time make two.
      if (!step.location().declaringType().name().contains("$$Lambda")) {
        trace.add(step.location());
      }
    } else if (event instanceof BreakpointEvent stop) {
      if (stop.location().equals(start)) {
        step();
      } else if (stop.location().equals(end)) {
        requests.deleteEventRequests(List.copyOf(requests.stepRequests()));
      } else {
        halted.add(events);
        happened.add(HALTED);
        return false;
      }
    }
    return true;
  }

  private void step() {
    stopAt(end, 1);
    StepRequest request =
        requests.createStepRequest(victim, StepRequest.STEP_MIN, StepRequest.STEP_INTO);
    request.addClassFilter(LIBRARY);
    request.addClassExclusionFilter(PLAYERS);
    request.addClassExclusionFilter(DOOR);
    // The victim does not wait until each step is noted. It waits at the end, for all of them:
    // events arrive in order.
    request.setSuspendPolicy(EventRequest.SUSPEND_NONE);
    request.enable();
  }

  @Override
  public void close() {
    try {
      vm.dispose();
    } catch (VMDisconnectedException e) {
      // it has already ended
    }
    child.close();
  }
}
