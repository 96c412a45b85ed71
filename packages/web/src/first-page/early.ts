// What the build puts into the page that the server sends.
import { openEarly } from './early-line.ts';
import { holdTaps } from './early-taps.ts';

window.earlyTaps = holdTaps(document.getElementById('root'));
window.earlyLine = openEarly();
