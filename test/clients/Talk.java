import io.socket.client.Ack;
import io.socket.client.IO;
import io.socket.client.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.json.JSONObject;

/** The Java client of Socket.IO, and Java's own HTTP client: logs in, joins, opens, says something, hears an answer. */
public class Talk {
  private static final HttpClient http = HttpClient.newHttpClient();
  private static String url;

  public static void main(String[] arguments) throws Exception {
    url = arguments[0];
    String name = arguments[1];
    String room = arguments[2];
    String token = ask(null, "POST", "/api/auth/developer", new JSONObject().put("name", name)).getString("access_token");
    ask(token, "PUT", "/api/me/username", new JSONObject().put("username", name));
    ask(token, "POST", "/api/rooms/" + room + "/join", new JSONObject());

    IO.Options options = new IO.Options();
    options.auth = Map.of("token", token);
    if (arguments.length > 3) options.transports = new String[] {arguments[3]};
    Socket socket = IO.socket(URI.create(url), options);
    socket.on(Socket.EVENT_CONNECT_ERROR, told -> end(3, "REFUSED " + told[0]));
    socket.on("message:new", told -> {
      String body = ((JSONObject) told[0]).optJSONObject("message").optString("body");
      if (body.equals("merhaba " + name + " \uD83D\uDC4B")) end(0, "HEARD");
    });
    socket.on(Socket.EVENT_CONNECT, told -> {
      JSONObject message = put(put(new JSONObject(), "room", room), "body", "ben " + name + ", g\u00fcnayd\u0131n");
      Ack isSent = answer -> refuseUnlessOk((JSONObject) answer[0]);
      Ack isOpened = answer -> {
        refuseUnlessOk((JSONObject) answer[0]);
        socket.emit("message:new", new Object[] {message}, isSent);
      };
      socket.emit("room:open", new Object[] {put(new JSONObject(), "room", room)}, isOpened);
    });
    socket.connect();
    Thread.sleep(30_000);
    end(5, "nothing was heard");
  }

  private static JSONObject ask(String token, String method, String path, JSONObject body) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
        .header("content-type", "application/json")
        .method(method, HttpRequest.BodyPublishers.ofString(body.toString()));
    if (token != null) request.header("authorization", "Bearer " + token);
    HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 300) throw new IllegalStateException(path + " answered " + answer.statusCode());
    return new JSONObject(answer.body());
  }

  private static JSONObject put(JSONObject object, String key, String value) {
    try {
      return object.put(key, value);
    } catch (org.json.JSONException error) {
      throw new IllegalStateException(error);
    }
  }

  private static void refuseUnlessOk(JSONObject answer) {
    if (!answer.optBoolean("ok")) end(4, answer.toString());
  }

  private static void end(int code, String line) {
    System.out.println(line);
    System.out.flush();
    Runtime.getRuntime().halt(code);
  }
}
