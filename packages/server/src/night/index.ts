export { type NightAside, nightAside } from './aside.ts';
export { type NightWork, nightWork } from './work.ts';
