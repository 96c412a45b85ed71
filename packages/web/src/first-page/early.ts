// What the build puts into the page that the server sends.
import { openEarly } from './early-line.ts';

window.earlyLine = openEarly();
