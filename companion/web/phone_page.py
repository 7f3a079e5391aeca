"""The page by which a phone is the camera: it shows the picture, sends it, and offers what the phone's camera can.

Which controls there are the browser says (MediaStreamTrack.getCapabilities): torch, zoom and exposure in Chromium on
Android, as far as the camera has them; none in Firefox; zoom, and the torch of some phones, in Safari.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from companion import theme
from companion.locales import N_
from companion.web.board import css_colour

WORDS = {
    "asking": N_("Allow the camera, please"),
    "refused": N_("The camera may not be used: allow it for this page, then load it again"),
    "insecure": N_("Browsers give the camera only to a page that begins with https"),
    "none": N_("This browser finds no camera"),
    "sending": N_("Pictures a second that arrive:"),
    "taken": N_("Another phone is the camera just now"),
    "lost": N_("The app cannot be reached; trying again"),
    "unfit": N_("The pictures of this browser cannot be used"),
}
"""What the page says of itself, by what it says it of; the script finds them in the page."""
RANGES = {"zoom": N_("Zoom"), "exposureCompensation": N_("Brightness")}
"""What is set by a slider, by its name in the browser."""


def page_html(code: str, tr: Callable[[str], str]) -> str:
    """Write the page in the language of ``tr``."""
    said = "".join(f" data-{name}='{escape(tr(text))}'" for name, text in WORDS.items())
    ranges = "".join(
        f"<label id='{name}' hidden>{escape(tr(text))}<input type='range'></label>"
        for name, text in RANGES.items()
    )
    buttons = (("torch", N_("Torch")), ("hold", N_("Keep the light as it is")), ("other", N_("Other camera")))
    taps = "".join(
        f"<button id='{name}' aria-pressed='false' hidden>{escape(tr(text))}</button>"
        for name, text in buttons
    )
    advice = tr("Look down on the table, keep the phone still and on its charger, and leave this page open.")
    return (
        f"<!doctype html><html lang='{escape(code)}'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<meta name='robots' content='noindex'><meta name='referrer' content='no-referrer'>"
        "<title>Porrazo</title><link rel='stylesheet' href='style.css'>"
        "<link rel='icon' href='icon.svg' type='image/svg+xml'></head>"
        f"<body{said}><video id='view' autoplay playsinline muted></video>"
        f"<main><h1 id='says'>{escape(tr(WORDS['asking']))}</h1><p>{escape(advice)}</p>{ranges}"
        f"<p class='taps'>{taps}</p></main><script src='send.js'></script></body></html>"
    )


def style_css() -> str:
    """Write the page's style sheet in the colours of the theme."""
    text = STYLE
    for name in ("FELT_BOTTOM", "INK_SOFT", "INK", "BUTTON", "GOLD", "WRONG", "POINTS"):
        text = text.replace(f"${name}", css_colour(getattr(theme, name)))
    return text


STYLE = """
*{box-sizing:border-box}body{margin:0;background:$FELT_BOTTOM;color:$INK;font:18px/1.4 system-ui,sans-serif}
video{display:block;width:100%;max-height:60vh;object-fit:contain;background:#000}
main{max-width:40rem;margin:0 auto;padding:1rem}h1{font-size:1.3rem;line-height:1.3;margin:0 0 .5rem;color:$WRONG}
h1.well{color:$POINTS}p{color:$INK_SOFT;margin:0 0 1rem}
label{display:block;margin-bottom:.8rem}input{display:block;width:100%;height:3rem;accent-color:$INK_SOFT}
.taps{display:flex;flex-wrap:wrap;gap:.75rem}
button{min-height:3rem;padding:.5rem 1rem;border:.15rem solid $BUTTON;border-radius:.8rem;background:$BUTTON;
color:$INK;font:inherit;font-weight:700}button[aria-pressed=true]{border-color:$INK}button[aria-pressed=true]::after
{content:' \\2713'}[hidden]{display:none}
"""

SEND = """
const find = id => document.getElementById(id), says = document.body.dataset, view = find('view');
const me = [...crypto.getRandomValues(new Uint8Array(9))].map(part => part.toString(16).padStart(2, '0')).join('');
const paper = document.createElement('canvas'), pen = paper.getContext('2d', {alpha: false});
const LONGEST = 1280, QUALITY = .85, AGAIN = 1000;
const wait = time => new Promise(done => setTimeout(done, time));
const say = (words, well = false) => { find('says').textContent = words; find('says').classList.toggle('well', well); };
let track = null, cameras = [], times = [];

async function open(wanted) {
  if (track) track.stop();
  const video = {width: {ideal: 1280}, height: {ideal: 720}, frameRate: {ideal: 30}, ...wanted};
  const stream = await navigator.mediaDevices.getUserMedia({video, audio: false});
  track = stream.getVideoTracks()[0];
  track.onended = () => setTimeout(begin, AGAIN);
  view.srcObject = stream;
  await view.play();
  cameras = (await navigator.mediaDevices.enumerateDevices()).filter(one => one.kind === 'videoinput');
  offer();
}

const set = what => track.applyConstraints({advanced: [what]}).catch(() => {});

function offer() {
  const can = track.getCapabilities ? track.getCapabilities() : {}, now = track.getSettings();
  for (const name of ['zoom', 'exposureCompensation']) {
    const range = can[name], slider = find(name).querySelector('input');
    find(name).hidden = !range || !(range.max > range.min);
    if (find(name).hidden) continue;
    Object.assign(slider, {min: range.min, max: range.max, step: range.step || 'any', value: now[name]});
    slider.oninput = () => set({[name]: Number(slider.value)});
  }
  press('torch', can.torch, on => set({torch: on}));
  const manual = (can.exposureMode || []).includes('manual');
  press('hold', manual, on => set({exposureMode: on ? 'manual' : 'continuous'}));
  find('other').hidden = cameras.length < 2;
}

function press(id, there, act) {
  const button = find(id);
  button.hidden = !there;
  button.setAttribute('aria-pressed', 'false');
  button.onclick = () => {
    const on = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(on));
    act(on);
  };
}

find('other').onclick = () => {
  const at = cameras.findIndex(one => one.deviceId === track.getSettings().deviceId);
  open({deviceId: {exact: cameras[(at + 1) % cameras.length].deviceId}}).catch(() => begin());
};

const fresh = () => new Promise(done =>
  view.requestVideoFrameCallback ? view.requestVideoFrameCallback(done) : requestAnimationFrame(done));

async function picture() {
  const scale = Math.min(1, LONGEST / Math.max(view.videoWidth, view.videoHeight));
  const width = Math.round(scale * view.videoWidth), height = Math.round(scale * view.videoHeight);
  if (paper.width !== width || paper.height !== height) Object.assign(paper, {width, height});
  pen.drawImage(view, 0, 0, width, height);
  return new Promise(done => paper.toBlob(done, 'image/jpeg', QUALITY));
}

async function send() {
  const body = await picture();
  if (!body) return wait(AGAIN);
  let answer = null;
  try { answer = await fetch(`picture?from=${me}`, {method: 'POST', body, cache: 'no-store'}); } catch { }
  if (answer && answer.ok) {
    const now = performance.now();
    times = [...times.filter(time => now - time < 2000), now];
    return say(`${says.sending} ${(times.length / 2).toFixed(0)}`, true);
  }
  times = [];
  say(!answer ? says.lost : answer.status === 409 ? says.taken : says.unfit);
  return wait(AGAIN);
}

async function begin() {
  if (!navigator.mediaDevices) return say(says.insecure);
  try { await open({facingMode: {ideal: 'environment'}}); }
  catch (problem) { say(problem.name === 'NotAllowedError' ? says.refused : says.none); }
}

async function awake() {
  try { if (document.visibilityState === 'visible') await navigator.wakeLock.request('screen'); } catch { }
}

(async () => {
  document.addEventListener('visibilitychange', awake);
  awake();
  await begin();
  for (;;) {
    if (!track || !view.videoWidth) { await wait(AGAIN); continue; }
    await fresh();
    await send();
  }
})();
"""
"""The page's whole script. Each answer lets the next picture go, so no picture waits behind another."""
