import { login as loginCalls } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { type Http, serve, serveMove } from '../platform/http.ts';
import { checkName } from './check-name.ts';
import { demoReset } from './demo-reset.ts';
import { getUserInfo } from './get-user-info.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import type { IdentityParts } from './parts.ts';
import { register } from './register.ts';
import { repassword } from './repassword.ts';
import { sendCode } from './send-code.ts';
import { updateProfile } from './update-profile.ts';

export function serveIdentity(http: Http, parts: IdentityParts): void {
  serve(http, loginCalls.checkUserNameOrPhone, (call, input) => checkName(parts, call, input));
  serve(http, loginCalls.sendCode, (call, input) => sendCode(parts, call, input));
  serve(http, loginCalls.register, (call, input) => register(parts, call, input));
  serve(http, loginCalls.login, (call, input) => login(parts, call, input));
  serve(http, loginCalls.logout, (call) => logout(parts, call));
  serve(http, userCalls.getUserInfo, (call) => getUserInfo(parts, call));
  serve(http, userCalls.updateProfile, (call, input) => updateProfile(parts, call, input));
  serve(http, userCalls.repassword, (call, input) => repassword(parts, call, input));
  serveMove(http, userCalls.demoReset, (call, _, tx) => demoReset(parts, call, tx));
}
