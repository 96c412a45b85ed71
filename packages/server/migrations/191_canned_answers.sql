-- Answers that support begins with; operators change them, and add their own.
insert into canned_answers (title, texts, updated_at) values
  ('Good day', '{
    "zh": "您好！感谢您的来信。我正在查看，马上回复您。",
    "en": "Good day! Thank you for writing. I am looking into it and will be back with you in a moment.",
    "ja": "お問い合わせありがとうございます。ただいま確認しておりますので、少々お待ちください。",
    "ko": "안녕하세요! 문의해 주셔서 감사합니다. 확인하고 있으니 잠시만 기다려 주세요.",
    "de": "Guten Tag! Danke für Ihre Nachricht. Ich sehe es mir an und melde mich gleich wieder.",
    "fr": "Bonjour ! Merci de votre message. Je regarde cela et reviens vers vous dans un instant.",
    "it": "Buongiorno! Grazie per averci scritto. Controllo e torno subito da te.",
    "es": "¡Buenos días! Gracias por escribirnos. Lo estoy revisando y te respondo enseguida.",
    "ar": "مرحبًا! شكرًا لتواصلك معنا. أراجع الأمر وأعود إليك بعد لحظات.",
    "hk": "你好！多謝你的查詢。我正在查看，稍後立即回覆你。"
}'::jsonb, now()),
  ('Which number?', '{
    "zh": "请告诉我该订单或申请的编号，详情中可以看到；也可以发一张屏幕截图。",
    "en": "Could you tell me the number of the order or request? You find it in its details; a picture of the screen helps, too.",
    "ja": "注文または申請の番号をお知らせください。詳細画面に記載されています。画面の画像を送っていただいても構いません。",
    "ko": "주문 또는 신청 번호를 알려 주시겠어요? 상세 화면에 있습니다. 화면 이미지를 보내 주셔도 됩니다.",
    "de": "Nennen Sie mir bitte die Nummer des Auftrags oder Antrags. Sie steht in den Details; ein Bild des Bildschirms hilft auch.",
    "fr": "Pouvez-vous m’indiquer le numéro de l’ordre ou de la demande ? Il figure dans les détails ; une capture d’écran aide aussi.",
    "it": "Puoi indicarmi il numero dell’ordine o della richiesta? Lo trovi nei dettagli; aiuta anche un’immagine dello schermo.",
    "es": "¿Puedes decirme el número de la orden o solicitud? Está en los detalles; una captura de pantalla también ayuda.",
    "ar": "هل يمكنك إخباري برقم الأمر أو الطلب؟ تجده في التفاصيل، وتفيد أيضًا صورة للشاشة.",
    "hk": "請告訴我訂單或申請的編號，可在詳情中找到；亦可傳送螢幕截圖。"
}'::jsonb, now()),
  ('Never a password', '{
    "zh": "请勿向任何人发送密码、验证码或助记词，包括我们：我们不需要，也绝不会索要。",
    "en": "Please never send passwords, codes or recovery words, not even to us: we do not need them and never ask for them.",
    "ja": "パスワード、認証コード、リカバリーフレーズは当社を含め誰にも送らないでください。当社が必要とすることも、お尋ねすることもありません。",
    "ko": "비밀번호, 인증 코드, 복구 문구는 저희를 포함해 누구에게도 보내지 마세요. 저희는 필요로 하지도, 요청하지도 않습니다.",
    "de": "Bitte senden Sie nie Passwörter, Codes oder Wiederherstellungswörter, auch nicht an uns: Wir brauchen sie nicht und fragen nie danach.",
    "fr": "N’envoyez jamais de mot de passe, de code ni de mots de récupération, même à nous : nous n’en avons pas besoin et n’en demandons jamais.",
    "it": "Non inviare mai password, codici o parole di recupero, nemmeno a noi: non ci servono e non li chiediamo mai.",
    "es": "No envíes nunca contraseñas, códigos ni palabras de recuperación, tampoco a nosotros: no los necesitamos ni los pedimos nunca.",
    "ar": "لا ترسل أبدًا كلمات المرور أو الرموز أو كلمات الاسترداد، ولا حتى إلينا: لا نحتاج إليها ولا نطلبها أبدًا.",
    "hk": "請勿向任何人傳送密碼、驗證碼或助記詞，包括我們：我們不需要，亦絕不會索取。"
}'::jsonb, now()),
  ('All done', '{
    "zh": "问题应已解决。如仍有疑问，请随时在此留言。",
    "en": "This should be settled now. If anything is still open, just write here again.",
    "ja": "これで解決したかと存じます。ほかにご不明な点があれば、いつでもこちらにお書きください。",
    "ko": "이제 해결되었을 것입니다. 더 궁금한 점이 있으면 언제든지 여기에 남겨 주세요.",
    "de": "Damit sollte es erledigt sein. Ist noch etwas offen, schreiben Sie einfach wieder hier.",
    "fr": "Tout devrait être réglé. S’il reste une question, écrivez simplement de nouveau ici.",
    "it": "Ora dovrebbe essere tutto risolto. Se resta qualcosa, scrivi di nuovo qui.",
    "es": "Con esto debería quedar resuelto. Si queda algo pendiente, escribe de nuevo aquí.",
    "ar": "يُفترض أن الأمر قد حُلّ الآن. إن بقي شيء فاكتب هنا من جديد.",
    "hk": "問題應已解決。如仍有疑問，請隨時在此留言。"
}'::jsonb, now());
