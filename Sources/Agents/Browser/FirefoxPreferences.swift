/// The profile's preferences: those that a call between machines without people needs, and silence towards the network.
enum FirefoxPreferences {
  /// The text of `user.js`.
  static func file(hasSoundServer: Bool) -> String {
    // Without a sound card an AudioContext never starts; this one is made of software, and slow.
    let sound = [("media.cubeb.force_mock_context", hasSoundServer ? "false" : "true")]
    return (preferences + sound).map { "user_pref(\"\($0)\", \($1));\n" }.joined()
  }

  private static let preferences: [(name: String, value: String)] = [
    // A free port, so that two browsers can run at once.
    ("marionette.port", "0"),

    // Calls: no questions, no devices, real addresses, sound and pictures at once.
    ("media.navigator.streams.fake", "true"),
    ("media.navigator.permission.disabled", "true"),
    ("media.peerconnection.ice.obfuscate_host_addresses", "false"),
    ("media.autoplay.default", "0"),
    ("media.autoplay.blocking_policy", "0"),
    ("media.autoplay.block-webaudio", "false"),

    // Clocks in 20 µs instead of milliseconds with noise; timers that do not slow down.
    ("privacy.reduceTimerPrecision", "false"),
    ("dom.min_background_timeout_value", "4"),
    ("dom.timeout.enable_budget_timer_throttling", "false"),

    // The run's sandbox is around it already; its own cannot be made in every container.
    ("security.sandbox.content.level", "0"),

    // Nothing that has nothing to do with a call.
    ("app.update.enabled", "false"),
    ("app.update.auto", "false"),
    ("app.normandy.enabled", "false"),
    ("browser.shell.checkDefaultBrowser", "false"),
    ("browser.safebrowsing.malware.enabled", "false"),
    ("browser.safebrowsing.phishing.enabled", "false"),
    ("browser.safebrowsing.downloads.remote.enabled", "false"),
    ("browser.search.update", "false"),
    ("browser.tabs.remote.autostart", "true"),
    ("browser.topsites.contile.enabled", "false"),
    ("browser.newtabpage.enabled", "false"),
    ("datareporting.policy.dataSubmissionEnabled", "false"),
    ("datareporting.healthreport.uploadEnabled", "false"),
    ("dom.push.connection.enabled", "false"),
    ("extensions.update.enabled", "false"),
    ("extensions.getAddons.cache.enabled", "false"),
    ("extensions.systemAddon.update.enabled", "false"),
    ("geo.enabled", "false"),
    ("media.gmp-manager.updateEnabled", "false"),
    ("network.captive-portal-service.enabled", "false"),
    ("network.connectivity-service.enabled", "false"),
    ("network.dns.disablePrefetch", "true"),
    ("network.prefetch-next", "false"),
    ("network.trr.mode", "5"),
    ("services.settings.server", "\"data:,\""),
    ("toolkit.telemetry.enabled", "false"),
    ("toolkit.telemetry.server", "\"data:,\""),
  ]
}
