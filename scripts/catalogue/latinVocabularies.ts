import { type Vocabulary, subjects, words } from './vocabulary.ts';

export const latinVocabularies: readonly Vocabulary[] = [
  {
    lang: 'en',
    weight: 55,
    name: '{kind} {subject} {role}',
    roles: words(
      'Coach|Helper|Studio|Guide|Planner|Editor|Workshop|Tutor|Desk|Navigator|Lab|Companion',
    ),
    kinds: words(
      'Careful|Quick|Plain|Patient|Daily|Honest|Curious|Tidy|Bright|Practical|Friendly|Deep',
    ),
    sentences: [
      'Helps with {subject} from the first idea to the finished result.',
      'Asks two short questions, then works on {subject} with you step by step.',
      'Explains {subject} in plain words and says what it is not sure about.',
      'A {kind} companion for everyone who spends time on {subject}.',
      'Checks what you have, names the weak places and offers a better version.',
      'Made for beginners in {subject}; experts use it for second opinions.',
    ],
    starters: [
      'Help me begin with {subject}.',
      'What do most people get wrong about {subject}?',
      'Check my draft about {subject} and tell me the three worst problems.',
      'Make a plan for one week of {subject}.',
      'Explain {subject} to a twelve-year-old.',
      'Which questions should I ask before I start?',
    ],
    welcome: 'Hello! Tell me what you have so far about {subject}, and where you are stuck.',
    subjects:
      subjects(`Short Story|Essay|Newsletter|Speech|Poetry|Memoir; Python|Web Page|Unit Test|Database
      |Code Review|Shell Script; Algebra|Chemistry|Exam|World History|Reading|Homework; Business Plan|Meeting|Negotiation
      |Contract|Hiring|Pricing; Landing Page|Campaign|Product Text|Brand Voice|Search Ranking|Social Post; Logo|Colour
      |Poster|Typography|Interior|Photo; Spreadsheet|Survey|Chart|Statistics|Dashboard|Query; Paper|Literature|Source
      |Thesis|Interview|Patent; Inbox|Calendar|Habit|Focus|Project|Minutes; Sleep|Running|Stretching|Nutrition|Stress
      |Posture; Bread|Dinner|Vegan Menu|Coffee|Leftovers|Barbecue; Weekend Trip|Packing|City Walk|Rail Journey|Camping
      |Flight; Guitar|Songwriting|Choir|Beat|Piano|Playlist; Riddle|Quiz|Dungeon|Improv|Trivia|Chess`),
  },
  {
    lang: 'de',
    weight: 6,
    name: '{subject}-{role} {kind}',
    roles: words('Werkstatt|Helfer|Lotse|Schule|Sprechstunde|Planer'),
    kinds: words(
      'für Eilige|für Anfänger|mit Augenmaß|Schritt für Schritt|ohne Umwege|für jeden Tag',
    ),
    sentences: [
      'Hilft bei {subject} von der ersten Idee bis zum fertigen Ergebnis.',
      'Stellt zwei kurze Fragen und arbeitet dann gemeinsam mit Ihnen an {subject}.',
      'Erklärt {subject} in klaren Worten und sagt, wo etwas unsicher ist.',
      'Prüft, was da ist, nennt die größten Schwächen und schlägt Besseres vor.',
    ],
    starters: [
      'Womit fange ich bei {subject} an?',
      'Was machen die meisten bei {subject} falsch?',
      'Mach mir einen Wochenplan für {subject}.',
      'Prüfe meinen Entwurf über {subject}.',
    ],
    welcome: 'Guten Tag! Was haben Sie schon zu {subject}, und wo hakt es?',
    subjects:
      subjects(`Kurzgeschichten|Rede|Übersetzungs; Programmier|Datenbank|Fehlersuch; Prüfungs|Mathematik
      |Vokabel; Gründungs|Verhandlungs|Angebots; Werbetext|Marken|Kampagnen; Farb|Schrift|Möbel; Tabellen|Umfrage
      |Statistik; Quellen|Aufsatz|Literatur; Termin|Ordnungs|Projekt; Schlaf|Lauf|Rücken; Brot|Gemüse|Kuchen; Bahnreise
      |Wander|Städte; Chor|Gitarren|Lied; Rätsel|Spieleabend|Krimi`),
  },
  {
    lang: 'fr',
    weight: 6,
    name: '{role} {subject} {kind}',
    roles: words('Atelier|Coach|Guide|Assistant|Carnet|Mentor'),
    kinds: words('pas à pas|pour débuter|sans stress|au quotidien|en clair|express'),
    sentences: [
      'Vous aide pour {subject}, de la première idée au résultat final.',
      'Pose deux questions courtes, puis travaille {subject} avec vous, étape par étape.',
      'Explique {subject} avec des mots simples et dit ce qui reste incertain.',
      'Relit ce que vous avez, nomme les points faibles et propose une version meilleure.',
    ],
    starters: [
      'Par où commencer avec {subject} ?',
      'Quelles sont les erreurs fréquentes en {subject} ?',
      'Prépare un plan d’une semaine pour {subject}.',
      'Relis mon brouillon sur {subject}.',
    ],
    welcome: 'Bonjour ! Où en êtes-vous avec {subject}, et qu’est-ce qui vous bloque ?',
    subjects:
      subjects(`nouvelle|discours|poésie; code|base de données|débogage; algèbre|dissertation|dictée; devis
      |négociation|entretien; slogan|marque|campagne; logo|couleur|affiche; tableur|sondage|graphique; thèse|sources
      |bibliographie; agenda|réunion|rangement; sommeil|course à pied|respiration; pain|cuisine végétale|fromage; voyage
      |randonnée|train; guitare|chanson|chorale; énigme|quiz|improvisation`),
  },
  {
    lang: 'vi',
    weight: 3,
    name: '{role} {subject} {kind}',
    roles: words('Trợ lý|Gia sư|Góc|Cẩm nang|Huấn luyện viên'),
    kinds: words('dễ hiểu|mỗi ngày|cho người mới|từng bước|nhanh gọn'),
    sentences: [
      'Hỗ trợ bạn về {subject} từ ý tưởng đầu tiên đến kết quả cuối cùng.',
      'Hỏi hai câu ngắn rồi cùng bạn làm {subject} từng bước.',
      'Giải thích {subject} bằng lời đơn giản và nói rõ điều chưa chắc chắn.',
    ],
    starters: [
      'Tôi nên bắt đầu {subject} từ đâu?',
      'Lỗi thường gặp nhất về {subject} là gì?',
      'Lập kế hoạch một tuần cho {subject}.',
      'Kiểm tra bản nháp về {subject} giúp tôi.',
    ],
    welcome: 'Xin chào! Bạn đang làm {subject} đến đâu và vướng ở chỗ nào?',
    subjects:
      subjects(`truyện ngắn|viết email; lập trình|cơ sở dữ liệu; toán học|tiếng Anh; kinh doanh|đàm phán; quảng cáo
      |thương hiệu; thiết kế|màu sắc; bảng tính|thống kê; nghiên cứu|luận văn; lịch làm việc|thói quen; giấc ngủ|thể dục
      |yoga; món ngon|cà phê; du lịch|phượt; ghi-ta|sáng tác; câu đố|trò chơi`),
  },
  {
    lang: 'es',
    weight: 4,
    name: '{role} de {subject} {kind}',
    roles: words('Taller|Guía|Tutor|Ayudante|Cuaderno'),
    kinds: words('paso a paso|para empezar|sin prisa|claro|diario'),
    sentences: [
      'Te ayuda con {subject}, desde la primera idea hasta el resultado.',
      'Hace dos preguntas breves y después trabaja {subject} contigo.',
      'Explica {subject} con palabras sencillas y dice de qué no está seguro.',
    ],
    starters: [
      '¿Por dónde empiezo con {subject}?',
      '¿Qué errores son frecuentes en {subject}?',
      'Prepara un plan de una semana para {subject}.',
      'Revisa mi borrador sobre {subject}.',
    ],
    welcome: '¡Hola! Cuéntame qué tienes ya de {subject} y dónde te atascas.',
    subjects:
      subjects(`cuentos|cartas; programación|pruebas; matemáticas|química; negocios|ventas; anuncios|marca; logotipos
      |carteles; hojas de cálculo|encuestas; tesis|fuentes; agenda|hábitos; sueño|carrera; pan|verduras; viajes|mochila
      ; guitarra|canciones; adivinanzas|ajedrez`),
  },
];
