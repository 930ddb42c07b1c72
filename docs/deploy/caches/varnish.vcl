# Varnish 7 in front of Motothek, behind the proxy that ends TLS. See ../README.md, "A shared cache".
vcl 4.1;

import directors;
import std;
# Of the package varnish-modules: an index of the tags.
import xkey;

# A server gets no more requests when it has failed to answer /readyz twice, which takes four seconds. Set
# STOP_PAUSE_SECONDS=5, so that one that stops answers until then.
probe ready {
    .url = "/readyz";
    .interval = 2s;
    # The server itself waits five for its database.
    .timeout = 6s;
    .window = 3;
    .threshold = 2;
}

# The servers, one a block.
backend server_1 {
    .host = "10.0.0.11";
    .port = "3000";
    .connect_timeout = 2s;
    .first_byte_timeout = 1h;
    .between_bytes_timeout = 1h;
    .probe = ready;
}
backend server_2 {
    .host = "10.0.0.12";
    .port = "3000";
    .connect_timeout = 2s;
    .first_byte_timeout = 1h;
    .between_bytes_timeout = 1h;
    .probe = ready;
}

sub vcl_init {
    # Each address has its server, and another one while that is away.
    new servers = directors.shard();
    servers.add_backend(server_1);
    servers.add_backend(server_2);
    servers.reconfigure();
}

sub vcl_recv {
    # Only the port named "purge" takes calls of PURGE_URL: -a purge=10.0.0.5:6082. It answers nothing else.
    if (local.socket == "purge") {
        if (req.method != "POST") {
            return (synth(405));
        }
        return (synth(200, "Forgot " + xkey.purge(req.http.Surrogate-Key)));
    }
    # Large files take their time. Otherwise each answer is cut off after ten minutes.
    set sess.send_timeout = 1d;
    # HEAD, with which uploads ask how much has arrived, and parts of files would be asked for as whole files.
    if (req.method != "GET" || req.http.Range) {
        return (pass);
    }
    # Whoever has logged in, gets a message or sends a token is answered by a server.
    if (req.http.Authorization || req.http.Cookie ~ "(?:^|;\s*)(?:__Host-session|session|flash)=") {
        return (pass);
    }
    # Sign-in keeps cookies of its own.
    if (req.url ~ "^/(?:identity|authentication)(?:[/?]|$)") {
        return (pass);
    }
    # Of all cookies, only the language that was chosen makes a difference, and only to pages.
    if (req.url ~ "^/(?:api/(?!docs)|oai)" || req.http.Cookie !~ "(?:^|;\s*)language=(?:EN|DE)-") {
        unset req.http.Cookie;
    } else {
        set req.http.Cookie = "language=" + regsub(req.http.Cookie, "^(?:.*;\s*)?language=(EN|DE)-.*$", "\1") + "-X";
    }
    # Without one, a page offers the language that the browser prefers. The first of ours that it names is taken for it:
    # browsers name them in this order.
    if (req.http.Accept-Language ~ "(?i)^(?:[^,]*,)*?\s*de\b" && req.http.Accept-Language !~ "(?i)^(?:(?!\s*de\b)[^,]*,)*?\s*en\b") {
        set req.http.Accept-Language = "de";
    } else {
        set req.http.Accept-Language = "en";
    }
    # Browsers want pages. Programs that want a data set in another form are led to it.
    if (req.url ~ "^/data-set/" && (!req.http.Accept || req.http.Accept == "*/*" || req.http.Accept ~ "^text/html\b")) {
        set req.http.Accept = "text/html";
    }
    return (hash);
}

sub vcl_backend_fetch {
    set bereq.backend = servers.backend(by=HASH, alt=bereq.retries);
}

sub vcl_backend_response {
    # Another answer than the shared ones is for one reader. It is not waited for by others.
    if (beresp.http.Cache-Control !~ "s-maxage") {
        set beresp.uncacheable = true;
        set beresp.ttl = 120s;
        return (deliver);
    }
    # Large files pass through without filling the memory.
    if (std.integer(beresp.http.Content-Length, 0) > 20000000) {
        set beresp.uncacheable = true;
        set beresp.ttl = 120s;
        return (deliver);
    }
    # The header of which the module makes its index.
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    # Nothing is older than SHARED_CACHE_SECONDS, also while no server answers.
    set beresp.grace = 0s;
    set beresp.keep = 10m;
    return (deliver);
}

# A server that was killed is asked until that is noticed. What only reads is then asked elsewhere.
sub vcl_backend_error {
    if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries == 0) {
        return (retry);
    }
}

sub vcl_deliver {
    # The tags are for this cache alone.
    unset resp.http.xkey;
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
}
