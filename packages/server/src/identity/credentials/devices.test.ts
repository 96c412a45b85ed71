import { expect, test } from 'vitest';
import { deviceOf } from './devices.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.for([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome · Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge · Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera · Linux'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
    'Samsung Internet · Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox · Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari · macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Safari/604.1',
    'Chrome · iPhone',
  ],
  ['curl/8.5.0', ''],
  ['', ''],
  ['<script>alert(1)</script>', ''],
] as const)('%s is shown as "%s"', ([userAgent, device]) => {
  expect(deviceOf(userAgent)).toBe(device);
});
