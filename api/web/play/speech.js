// Speaks sentences aloud, with a voice of this device alone.

const KEY = "speech";

export class Speech {
  constructor() {
    this.isOn = localStorage.getItem(KEY) === "on";
  }

  /** Whether this device can speak without asking anybody on a network. */
  get isPossible() {
    return "speechSynthesis" in window;
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    localStorage.setItem(KEY, isOn ? "on" : "off");
    if (!isOn && this.isPossible) speechSynthesis.cancel();
  }

  /** @param {string} text */
  say(text) {
    if (!this.isOn || !this.isPossible || !text) return;
    // Some browsers send the text away for other voices.
    const voices = speechSynthesis.getVoices().filter((voice) => voice.localService);
    const voice = voices.find((each) => each.lang.startsWith("en")) ?? voices[0];
    if (!voice) return;
    const speech = new SpeechSynthesisUtterance(text.replaceAll(" in,", " inches,"));
    speech.voice = voice;
    speechSynthesis.speak(speech);
  }
}
